import { expect, test } from 'vitest'
import type { Quantization } from '../../core/quantization.ts'
import type { TensorInfo } from '../gguf/header.ts'
import { TENSOR_TYPES } from '../gguf/tensor-types.ts'
import { fallbacks } from './fallbacks.ts'

function file(...tensors: [type: string, ...shape: number[]][]): { tensors: TensorInfo[] } {
  const codes = new Map([...TENSOR_TYPES].map(([code, { name }]) => [name, code]))
  return { tensors: tensors.map(([type, ...shape]) => ({ name: '', type: codes.get(type) ?? -1, shape, offset: 0 })) }
}

test('matrices that got another type for their rows are counted, by the types they got', () => {
  const made = file(['F32', 192], ['Q8_0', 192, 512], ['IQ4_NL', 192, 64], ['F16', 40, 64], ['IQ1_S', 512, 192])
  expect(fallbacks(made, 'IQ1_S')).toEqual([
    '3 of 4 matrices have rows that are no multiple of 256 numbers, as IQ1_S needs them: llama.cpp made them F16, IQ4_NL, Q8_0 instead, so the file is larger than its name says.',
  ])
})

test.each<[Quantization, ReturnType<typeof file>]>([
  ['Q4_K_M', file(['Q4_K', 512, 64], ['Q6_K', 256, 64])],
  // Left as they are by llama.cpp, whatever their rows: the router of experts, positions, an output that is kept.
  ['Q2_K', file(['F32', 192, 4], ['F16', 192, 512], ['Q2_K', 256, 64])],
  ['Q8_0', file(['Q8_0', 192, 64])],
  ['IQ4_NL', file(['IQ4_NL', 192, 64])],
])('%s as asked for is nothing to be told', (type, made) => {
  expect(fallbacks(made, type)).toEqual([])
})
