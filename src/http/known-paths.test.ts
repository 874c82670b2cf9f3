import { expect, test } from 'vitest'
import { unrouted } from './known-paths.ts'

const routes = [
  { method: 'POST', path: '/v1/chat/completions' },
  { method: 'GET', path: '/v1/models' },
  { method: 'GET', path: '/v1/models/*' },
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

test.each(['/v1/chat', '/v1/modelsx', '/V1/models', '/', '/v1/chat/completions/x'])('%s is nowhere', (url) => {
  expect(unrouted(routes, 'GET', url).code).toBe('not_found')
})
