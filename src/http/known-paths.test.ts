import { expect, test } from 'vitest'
import { errorFormatNear, unrouted } from './known-paths.ts'

const routes = [
  { method: 'POST', path: '/v1/chat/completions' },
  { method: 'GET', path: '/v1/models' },
  { method: 'GET', path: '/v1/models/*' },
  { method: 'GET', path: '/assets/*' },
] as const

test.each([
  ['GET', '/v1/chat/completions', 'POST'],
  ['GET', '/v1/chat/completions/?x=1', 'POST'],
  ['DELETE', '/v1/models/org/a:b', 'GET, HEAD'],
  ['POST', '/v1/models', 'GET, HEAD'],
])('%s %s has other methods', (method, url, allow) => {
  const error = unrouted(routes, method, url)
  expect([error.code, error.details.allow]).toEqual(['method_not_allowed', allow])
})

test.each(['/v1/chat', '/v1/modelsx', '/V1/models', '/', '/v1/chat/completions/x', '/assets/'])(
  '%s is nowhere',
  (url) => {
    expect(unrouted(routes, 'GET', url).code).toBe('not_found')
  },
)

test.each([
  ['/api/blobs/sha256:1', 'ollama'],
  ['/v1/messages/batches?limit=1', 'anthropic'],
  ['/v1/nowhere', 'openai'],
  ['/', 'openai'],
])('what is wrong at %s is said to clients of %s', (url, format) => {
  const near = [
    { path: '/v1/models' },
    { path: '/v1/messages', errors: 'anthropic' },
    { path: '/api/chat', errors: 'ollama' },
  ] as const
  expect(errorFormatNear(near, url)).toBe(format)
})
