import { expect, test } from 'vitest'
import { TrivetError } from '../core/errors.ts'
import { ERROR_FORMATS } from './error-format.ts'

const missing = new TrivetError('model_not_found', { model: 'x' })
const message = 'The model `x` does not exist here. GET /v1/models lists the ones that do.'

test("Anthropic's object has a type of its own by status", () => {
  expect(ERROR_FORMATS.anthropic(missing)).toEqual({
    status: 404,
    headers: {},
    body: { type: 'error', error: { type: 'not_found_error', message } },
  })
  const types = (['invalid_value', 'body_too_large', 'engine_crashed', 'shutting_down'] as const).map(
    (code) => (ERROR_FORMATS.anthropic(new TrivetError(code)).body as { error: { type: string } }).error.type,
  )
  expect(types).toEqual(['invalid_request_error', 'request_too_large', 'api_error', 'overloaded_error'])
})

test("Ollama's is the message", () => {
  expect(ERROR_FORMATS.ollama(missing)).toEqual({ status: 404, headers: {}, body: { error: message } })
})

test.each(['openai', 'anthropic', 'ollama'] as const)('%s says when to come back', (format) => {
  const details = { model: 'm', capacity: 4, retryAfter: 7 }
  expect(ERROR_FORMATS[format](new TrivetError('queue_full', details)).headers).toEqual({ 'retry-after': '7' })
})
