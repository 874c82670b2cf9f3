import { expect, test } from 'vitest'
import { type ErrorCode, TrivetError } from '../core/errors.ts'
import { encodeGeniexError } from './geniex.ts'

test('an error is its message and the number that the SDK has for it', () => {
  const error = new TrivetError('model_load_failed', { model: 'm', reason: 'no.' })
  const body = { error: 'The model `m` could not be loaded: no.', code: -100201 }
  expect(encodeGeniexError(error)).toEqual({ status: 500, headers: {}, body })
})

test.each<[ErrorCode, number]>([
  ['invalid_json', -100001],
  ['unsupported_parameter', -100016],
  ['internal_error', -100000],
  ['engine_crashed', -200101],
])('%s has the number %i', (code, number) => {
  expect(encodeGeniexError(new TrivetError(code)).body).toMatchObject({ code: number })
})

test.each(['model_not_found', 'selector_misplaced'] as const)('a field with %s is a 400, a path a 404', (code) => {
  const status = (param: string | null) => encodeGeniexError(new TrivetError(code, {}, param)).status
  expect([status('model'), status(null)]).toEqual([400, 404])
})

test('a prompt that is too long is an object, with usage; token ids are not', () => {
  const tooLong = (param: string, prompt: number | string = 9) =>
    encodeGeniexError(new TrivetError('context_length_exceeded', { limit: 5, prompt }, param)).body
  const error = {
    message: expect.stringContaining('9 tokens'),
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
  }
  const usage = { prompt_tokens: 9, completion_tokens: 0, total_tokens: 9 }
  expect(tooLong('messages')).toEqual({ error, usage })
  expect(tooLong('prompt.0')).toEqual({ error, usage })
  expect(tooLong('messages', 'at least 9')).toEqual({ error, usage })
  expect(tooLong('input_ids')).toEqual({ error: expect.stringContaining('9 tokens'), code: -200004 })
})
