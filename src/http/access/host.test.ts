import { expect, test } from 'vitest'
import { isKnownHost } from './host.ts'

test.each([
  'localhost:8420',
  'LOCALHOST',
  'app.localhost',
  '127.0.0.1:1',
  '[::1]:8420',
  '192.168.0.7',
  'trivet:8420',
  'host.docker.internal:8420',
  'box.lan',
  'Box.Lan:80',
  'box.lan.',
  'a.example.org',
])('%s is known', (host) => {
  expect(isKnownHost(host, ['*.example.org'], 'box.lan')).toBe(true)
})

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example:8420',
  'example.org',
  'badexample.org',
  'evil.example/localhost',
  'a@b.c',
  '',
])('%s is not', (host) => {
  expect(isKnownHost(host, ['*.example.org'], 'box.lan')).toBe(false)
})

test('a name that is allowed may end with a dot', () => {
  expect(isKnownHost('evil.example', ['evil.example.'], 'box')).toBe(true)
})

test('any may be, when that is said', () => {
  expect(isKnownHost('evil.example', ['*'], 'box')).toBe(true)
})
