import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { foreignOrigin } from './origin.ts'

const ALLOWED = ['https://app.example']

test.each<[IncomingHttpHeaders]>([
  [{}],
  [{ origin: 'http://localhost:8420' }],
  [{ origin: 'https://localhost:8420' }],
  [{ origin: 'https://app.example' }],
  [{ origin: 'tauri://localhost' }],
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
])('%j is no other site', (headers) => {
  expect(foreignOrigin(headers, 'LocalHost:8420', ALLOWED)).toBe(null)
})

test.each<[IncomingHttpHeaders, string]>([
  [{ origin: 'https://evil.example' }, 'https://evil.example'],
  [{ origin: 'http://localhost:3000' }, 'http://localhost:3000'],
  [{ origin: 'https://app.example.evil.example' }, 'https://app.example.evil.example'],
  [{ origin: 'null' }, 'null'],
  [{ 'sec-fetch-site': 'cross-site' }, 'another site'],
])('%j is one', (headers, origin) => {
  expect(foreignOrigin(headers, 'localhost:8420', ALLOWED)).toBe(origin)
})

test('all may be allowed', () => {
  expect(foreignOrigin({ origin: 'null' }, 'localhost', ['*'])).toBe(null)
})
