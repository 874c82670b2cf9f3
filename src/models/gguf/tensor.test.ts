import { expect, test } from 'vitest'
import { tensor } from './tensor.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('F32 and F16 are the values one after the other', () => {
  const values = Float32Array.of(1, -0.5)
  expect(hex(tensor('t', [2], 'F32', values).data)).toBe('0000803f000000bf')
  expect(hex(tensor('t', [2], 'F16', values).data)).toBe('003c00b8')
})

test('Q8_0: the largest of a block becomes 127, its scale goes before', () => {
  const values = Float32Array.from({ length: 64 }, (_, i) => (i < 32 ? i - 31 : 0))
  const { data } = tensor('t', [32, 2], 'Q8_0', values)
  expect(data).toHaveLength(2 * 34)
  // 31 / 127 = 0.2441, stored as 0x33d0 = 0.244140625.
  expect(hex(data.subarray(0, 2))).toBe('d033')
  const quants = [...Int8Array.from(data.subarray(2, 34))]
  expect(quants.slice(0, 3)).toEqual([-127, -123, -119])
  expect(quants.slice(-2)).toEqual([-4, 0])
  expect(hex(data.subarray(34))).toBe('00'.repeat(34))
})

test('refuses values that do not fit the shape, and rows that are not whole blocks', () => {
  expect(() => tensor('t', [2, 3], 'F32', new Float32Array(5))).toThrow('t: 5 values for shape 2 × 3')
  expect(() => tensor('t', [16, 2], 'Q8_0', new Float32Array(32))).toThrow('rows of 16 are not whole blocks of 32')
})
