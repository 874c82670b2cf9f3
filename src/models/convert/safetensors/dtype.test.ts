import { expect, test } from 'vitest'
import { toFloats } from './dtype.ts'

test('each type, from any offset', () => {
  const bytes = (...values: number[]) => Uint8Array.of(0, ...values).subarray(1)
  expect([...toFloats('F32', bytes(0, 0, 0xc0, 0x3f))]).toEqual([1.5])
  expect([...toFloats('F64', bytes(0, 0, 0, 0, 0, 0, 0xf8, 0x3f))]).toEqual([1.5])
  expect([...toFloats('F16', bytes(0, 0x3e, 0, 0xbc))]).toEqual([1.5, -1])
  expect([...toFloats('BF16', bytes(0xc0, 0x3f, 0x80, 0xbf))]).toEqual([1.5, -1])
})

test('8-bit floats: normal, subnormal, largest, not a number', () => {
  expect([...toFloats('F8_E4M3', Uint8Array.of(0x38, 0xb8, 0x01, 0x7e, 0x7f))]).toEqual([
    1,
    -1,
    2 ** -9,
    448,
    Number.NaN,
  ])
  expect([...toFloats('F8_E5M2', Uint8Array.of(0x3c, 0x7b, 0x01, 0x7c))]).toEqual([
    1,
    57344,
    2 ** -16,
    Number.POSITIVE_INFINITY,
  ])
})
