import { expect, test } from 'vitest'
import { halfBits, halfOfFloatBits, halfValue } from './half.ts'

test.each([
  [0, 0x0000],
  [-0, 0x8000],
  [1, 0x3c00],
  [-2, 0xc000],
  [0.1, 0x2e66],
  [65504, 0x7bff],
  [65519, 0x7bff],
  [65520, 0x7c00],
  [Number.NEGATIVE_INFINITY, 0xfc00],
  [Number.NaN, 0x7e00],
  [2 ** -14, 0x0400],
  [2 ** -24, 0x0001],
  [2 ** -25, 0x0000],
  [3 * 2 ** -25, 0x0002],
  [1 + 2 ** -11, 0x3c00],
  [1 + 3 * 2 ** -11, 0x3c02],
  [2 - 2 ** -12, 0x4000],
])('%d is %i', (value, bits) => {
  expect(halfBits(value)).toBe(bits)
  expect(halfOfFloatBits(floatBits(value))).toBe(bits)
})

test('every half-precision number comes back as its own bits', () => {
  const numbers = Array.from({ length: 65536 }, (_, bits) => bits).filter((bits) => !Number.isNaN(halfValue(bits)))
  expect(numbers).toHaveLength(65536 - 2 * 1023)
  expect(numbers.filter((bits) => halfBits(halfValue(bits)) !== bits)).toEqual([])
  expect(numbers.filter((bits) => halfOfFloatBits(floatBits(halfValue(bits))) !== bits)).toEqual([])
})

test('known values', () => {
  expect(halfValue(0x3555)).toBe(0.333251953125)
  expect(halfValue(0x8001)).toBe(-(2 ** -24))
  expect(halfValue(0x7c00)).toBe(Number.POSITIVE_INFINITY)
})

test('by its bits, a float rounds as by its value', () => {
  const floats = Array.from({ length: 4096 }, (_, i) => (i * 0x100003 + 0x33000000) % 0x48000000)
  const wrong = floats.filter((bits) => halfOfFloatBits(bits) !== halfBits(floatOf(bits)))
  expect(wrong).toEqual([])
})

function floatBits(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0
}

function floatOf(bits: number): number {
  return new Float32Array(Uint32Array.of(bits).buffer)[0] ?? 0
}
