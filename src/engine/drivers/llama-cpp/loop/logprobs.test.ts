import { expect, test } from 'vitest'
import { largest, logSoftmax } from './logprobs.ts'

const LOGITS = Float32Array.of(1, 3, 2, 3, -1)
/** ln(e + 2e³ + e² + e⁻¹), worked out by hand. */
const NORMALISER = Math.log(Math.E + 2 * Math.E ** 3 + Math.E ** 2 + 1 / Math.E)

test('the normaliser is the logarithm of the sum of exponentials', () => {
  expect(logSoftmax(LOGITS, 0).normaliser).toBeCloseTo(NORMALISER, 10)
  expect(logSoftmax(Float32Array.of(1000, 1000), 0).normaliser).toBeCloseTo(1000 + Math.LN2, 9)
})

test('it is as exact over values of every size, those that add nothing and those that are ruled out included', () => {
  const logits = Float32Array.from({ length: 5000 }, (_, at) => 20 - at / 40)
  const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0)
  expect(logSoftmax(logits, 0).normaliser).toBeCloseTo(Math.log(sum), 10)
  expect(logSoftmax(Float32Array.of(2, Number.NEGATIVE_INFINITY), 0).normaliser).toBe(2)
})

test('the likeliest come first, ties in order of id', () => {
  expect(logSoftmax(LOGITS, 3).likeliest).toEqual([1, 3, 2])
  expect(logSoftmax(LOGITS, 20).likeliest).toEqual([1, 3, 2, 0, 4])
  expect(logSoftmax(LOGITS, 0).likeliest).toEqual([])
  expect(largest(Float32Array.of(5, 5, 9, 5), 2)).toEqual([2, 0])
})
