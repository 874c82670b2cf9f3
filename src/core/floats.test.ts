import { expect, test } from 'vitest'
import { decodeFloats, encodeFloats } from './floats.ts'

test('floats are 32 bits each, little-endian', () => {
  expect(encodeFloats(Float32Array.of(1, -2))).toBe(Buffer.from([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]).toString('base64'))
  expect([...decodeFloats('AACAPwAAAMA=')]).toEqual([1, -2])
})

test('part of an array is that part', () => {
  const part = Float32Array.of(1, 2, 3).subarray(1)
  expect([...decodeFloats(encodeFloats(part))]).toEqual([2, 3])
  expect(encodeFloats(new Float32Array())).toBe('')
})
