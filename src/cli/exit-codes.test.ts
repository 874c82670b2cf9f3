import { expect, test } from 'vitest'
import type { ErrorCode } from '../core/errors.ts'
import { exitCodeOf } from './exit-codes.ts'

test.each<[ErrorCode, number]>([
  ['internal_error', 1],
  ['invalid_config', 2],
  ['model_ambiguous', 2],
  ['address_unavailable', 3],
  ['model_not_found', 4],
  ['source_not_found', 4],
  ['out_of_memory', 4],
  ['request_cancelled', 130],
])('%s ends with %i', (code, status) => {
  expect(exitCodeOf(code)).toBe(status)
})
