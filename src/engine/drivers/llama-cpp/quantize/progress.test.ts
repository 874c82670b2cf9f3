import { expect, test } from 'vitest'
import { quantizeProgress, quantizeReason } from './progress.ts'

test("llama.cpp's counter is how far it is", () => {
  expect(quantizeProgress('[  12/  48] blk.0.attn_k.weight - [64, 32], type = f16, size = 1.0 MiB')).toBe(0.25)
  expect(quantizeProgress('llama_model_quantize_impl: model size  = 4.22 MiB')).toBeNull()
})

test('the reason is the most telling line', () => {
  const log = ['error loading model: x', 'llama_model_quantize: failed to quantize: requantizing from type q8_0 is off']
  expect(quantizeReason(log)).toBe('requantizing from type q8_0 is off')
  expect(quantizeReason(['main: hello'])).toBeNull()
})
