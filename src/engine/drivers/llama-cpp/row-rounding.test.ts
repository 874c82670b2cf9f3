import { expect, test } from 'vitest'
import { matrixTypes, type Processor, roundsAlike } from './row-rounding.ts'

const processor = (arch: string, ...features: string[]): Processor => ({ arch, features: new Set(features) })
const avx = processor('x64', 'AVX')
const avx2 = processor('x64', 'AVX', 'AVX2')
const amx = processor('x64', 'AVX', 'AVX2', 'AVX512', 'AMX_INT8')
const arm = processor('arm64', 'NEON', 'DOTPROD', 'MATMUL_INT8')

/** Of the types that models come in. */
const TYPES =
  'F32 F16 BF16 Q8_0 Q4_0 Q4_1 Q5_0 Q5_1 Q2_K Q3_K Q4_K Q5_K Q6_K IQ1_S IQ2_XXS IQ3_S IQ4_NL IQ4_XS TQ1_0 MXFP4'.split(
    ' ',
  )

test.each([
  ['AVX alone', avx, ['Q4_1', 'Q5_1', 'Q3_K', 'Q5_K', 'Q6_K', 'TQ1_0']],
  ['AVX2', avx2, ['Q8_0', 'Q4_0', 'Q4_1', 'Q5_0', 'Q5_1', 'Q3_K', 'Q5_K', 'Q6_K', 'IQ4_NL', 'TQ1_0']],
  ['AMX', amx, ['Q5_0', 'Q5_1', 'Q3_K', 'IQ4_NL', 'TQ1_0']],
  ['arm64', arm, ['Q5_0', 'Q5_1', 'Q2_K', 'Q3_K', 'IQ1_S', 'IQ2_XXS', 'IQ3_S', 'IQ4_XS', 'TQ1_0']],
  ['another architecture', processor('riscv64', 'RISCV_V'), []],
])('what rounds alike with %s', (_, where, alike) => {
  expect(TYPES.filter((type) => roundsAlike([type], where))).toEqual(alike)
})

test('one matrix that rounds otherwise is enough, and so is one of a type that is not known', () => {
  expect(roundsAlike(['Q3_K', 'Q5_K', 'Q6_K'], avx2)).toBe(true)
  expect(roundsAlike(['Q3_K', 'Q4_K', 'Q6_K'], avx2)).toBe(false)
  expect(roundsAlike(['Q8_0', ''], avx2)).toBe(false)
})

test('matrices count, norms and biases do not', () => {
  const weight = (type: string, ...shape: number[]) => ({ name: 'w', shape, type, bytes: 1 })
  expect(
    matrixTypes([
      weight('F32', 64),
      weight('F32', 64, 1),
      weight('Q8_0', 64, 32),
      weight('Q8_0', 64, 64),
      weight('Q4_K', 64, 32, 8),
    ]),
  ).toEqual(['Q8_0', 'Q4_K'])
})
