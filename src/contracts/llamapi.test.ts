import { expect, test } from 'vitest'
import { type ErrorCode, TrivetError } from '../core/errors.ts'
import { encodeLlamapiError } from './llamapi.ts'

test.each<[ErrorCode, number, string, string | null]>([
  ['unsupported_platform', 400, 'invalid_request_error', 'unsupported_platform'],
  ['driver_unavailable', 400, 'invalid_request_error', 'unsupported_platform'],
  ['model_unusable', 400, 'invalid_request_error', 'platform_detection_failed'],
  ['wrong_model_type', 400, 'invalid_request_error', 'wrong_model_type'],
  ['unsupported_content_part_type', 400, 'invalid_request_error', 'unsupported_content_part_type'],
  ['invalid_content_part', 400, 'invalid_request_error', 'invalid_content_part'],
  ['context_length_exceeded', 400, 'invalid_request_error', 'context_length_exceeded'],
  ['invalid_instance_count', 400, 'invalid_request_error', 'invalid_instance_count'],
  ['model_not_found', 404, 'invalid_request_error', 'model_not_found'],
  ['model_not_loaded', 404, 'invalid_request_error', 'model_not_found'],
  ['selector_misplaced', 404, 'invalid_request_error', 'model_not_found'],
  ['model_exists', 409, 'invalid_request_error', 'model_already_exists'],
  ['model_conflict', 409, 'invalid_request_error', 'model_already_exists'],
  ['queue_full', 429, 'rate_limit_exceeded', 'queue_full'],
  ['engine_crashed', 500, 'server_error', null],
  ['out_of_memory', 500, 'server_error', null],
  ['internal_error', 500, 'server_error', null],
])('%s is %d, %s, %s', (row, status, type, code) => {
  const encoded = encodeLlamapiError(new TrivetError(row, {}, 'field'))
  expect(encoded).toMatchObject({ status, body: { error: { type, code, param: 'field' } } })
})

test('a part that the model can not take is no matter of its type', () => {
  const details = { model: 'x', reason: "it can't see" }
  const { body } = encodeLlamapiError(
    new TrivetError('wrong_model_type', details, 'messages.0.content.1.image_url.url'),
  )
  expect(body).toMatchObject({ error: { code: 'unsupported_content_part_type' } })
})

test('a model that is not loaded is the fault of `model`', () => {
  const { body } = encodeLlamapiError(new TrivetError('model_not_loaded', { model: 'x' }))
  expect(body).toEqual({
    error: {
      message: 'The model `x` is not loaded.',
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  })
})
