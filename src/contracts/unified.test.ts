import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode, TrivetError } from '../core/errors.ts'
import { encodeError } from './unified.ts'

test("OpenAI's object, with the table's status", () => {
  expect(encodeError(new TrivetError('missing_field', { field: 'model' }, 'model'))).toEqual({
    status: 400,
    headers: {},
    body: {
      error: {
        message: 'The field `model` is required.',
        type: 'invalid_request_error',
        param: 'model',
        code: 'missing_field',
      },
    },
  })
})

test('a model that is not there is always the fault of `model`', () => {
  expect(encodeError(new TrivetError('model_not_found', { model: 'x' })).body.error.param).toBe('model')
})

test.each(['queue_full', 'engine_unavailable'] as const)('%s says when to come back', (code) => {
  expect(encodeError(new TrivetError(code, { model: 'm', retryAfter: 7 })).headers).toEqual({ 'retry-after': '7' })
})

test('a server that is shutting down may be back soon', () => {
  expect(encodeError(new TrivetError('shutting_down')).headers).toEqual({ 'retry-after': '5' })
})

test('an engine that is being stopped will not come back by itself', () => {
  const details = { model: 'm', state: 'stopping', reason: 'it was asked to stop.' }
  expect(encodeError(new TrivetError('engine_unavailable', details)).headers).toEqual({})
})

test('a wrong method comes with the right ones', () => {
  const details = { method: 'PUT', path: '/x', allow: 'GET, HEAD' }
  expect(encodeError(new TrivetError('method_not_allowed', details)).headers).toEqual({ allow: 'GET, HEAD' })
})

test('nothing of the cause gets out', () => {
  const error = new TrivetError('internal_error', {}, null, { cause: new Error('secret') })
  expect(JSON.stringify(encodeError(error))).not.toContain('secret')
})

test.each(Object.keys(ERRORS) as ErrorCode[])('%s has all four fields', (code) => {
  const { status, body } = encodeError(new TrivetError(code))
  expect(status).toBeGreaterThanOrEqual(400)
  expect(Object.keys(body.error)).toEqual(['message', 'type', 'param', 'code'])
  expect(body.error.message).not.toMatch(/[{}]/)
})
