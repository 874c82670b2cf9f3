import { expect, test } from 'vitest'
import { quantizationNamed } from './quantization.ts'

test('names are read in any case, and by their short forms', () => {
  expect(quantizationNamed('q4_k_m')).toBe('Q4_K_M')
  expect(quantizationNamed('Q4_K')).toBe('Q4_K_M')
  expect(quantizationNamed('bf16')).toBe('BF16')
  expect(quantizationNamed('int4')).toBeNull()
})
