import { expect, it } from 'vitest'
import { banner } from './banner.ts'
import { baseUrl } from './base-url.ts'

it('shows the address and a line to try', () => {
  expect(banner('1.2.3', 'http://127.0.0.1:8420', { usable: ['a/b', "o'c"] })).toBe(
    `Trivet 1.2.3 is listening on http://127.0.0.1:8420
Models: a/b, o'c
Try:
  curl http://127.0.0.1:8420/v1/chat/completions -H 'content-type: application/json' -d '{"model":"a/b","messages":[{"role":"user","content":"Hello"}]}'`,
  )
})

it('shows the load first where models answer only once they are loaded', () => {
  expect(banner('1', 'http://h:1', { usable: ['a', 'b'], toLoadFirst: (model) => model === 'a' })).toBe(
    `Trivet 1 is listening on http://h:1
Models: a, b
Try:
  curl http://h:1/v1/models/load -H 'content-type: application/json' -d '{"model":"a"}'
  curl http://h:1/v1/chat/completions -H 'content-type: application/json' -d '{"model":"a","messages":[{"role":"user","content":"Hello"}]}'`,
  )
})

it('quotes for the shell', () => {
  expect(banner('1', 'http://h:1', { usable: ["o'c"] })).toContain(`-d '{"model":"o'\\''c",`)
})

it('says what to do without models', () => {
  expect(banner('1', 'http://h:1', { usable: [] })).toBe(
    'Trivet 1 is listening on http://h:1\nThere are no models here yet. `trivet pull <name>` gets one; `trivet serve <path>` serves a file.',
  )
})

it('shows the first of many models', () => {
  const many = Array.from({ length: 11 }, (_, i) => `m${i}`)
  expect(banner('1', 'http://h:1', { usable: many })).toContain('Models: m0, m1, m2, m3, m4, m5, m6, m7 and 3 more\n')
})

it('says which models can not be used, and why, instead of what to try with them', () => {
  const unusable = [{ id: 'b', reason: 'mmproj: there is no file /nope.' }]
  const told = "Trivet 1 is listening on http://h:1\nThe model b can't be used: mmproj: there is no file /nope."
  expect(banner('1', 'http://h:1', { usable: [], unusable })).toBe(told)
  expect(banner('1', 'http://h:1', { usable: ['a'], unusable })).toContain(`${told}\nModels: a\nTry:\n`)
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['fe80::1', 'http://[fe80::1]:80'],
  ['box.local', 'http://box.local:80'],
])('a server on %s is reached at %s', (host, url) => {
  expect(baseUrl({ host, tls: null }, 80)).toBe(url)
})
