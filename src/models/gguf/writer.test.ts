import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bool, f32, type GgufModel, i32, numbers, string, strings, u16, u32 } from './format.ts'
import { encodeGguf, writeGguf } from './writer.ts'

const hex = (...parts: string[]) => parts.join('').replaceAll(' ', '')

test('an empty model is a header padded to the alignment', () => {
  expect(encodeGguf({ metadata: new Map(), tensors: [] }).toString('hex')).toBe(
    hex('47475546', '03000000', '0000000000000000', '0000000000000000', '0000000000000000'),
  )
})

test('each kind of metadata value', () => {
  const encoded = (value: ReturnType<typeof u32>) =>
    encodeGguf({ metadata: new Map([['k', value]]), tensors: [] })
      .subarray(24 + 8 + 1)
      .toString('hex')
      .replace(/(00)+$/, '')
  expect(encoded(u32(0xfedcba98))).toBe(hex('04000000', '98badcfe'))
  expect(encoded(u16(0xfedc))).toBe(hex('02000000', 'dcfe'))
  expect(encoded(i32(-2))).toBe(hex('05000000', 'feffffff'))
  expect(encoded(f32(1.5))).toBe(hex('06000000', '0000c03f'))
  expect(encoded(bool(true))).toBe(hex('07000000', '01'))
  expect(encoded(string('hé'))).toBe(hex('08000000', '0300000000000000', '68c3a9'))
  expect(encoded(strings(['a', 'bc']))).toBe(
    hex('09000000', '08000000', '0200000000000000', '0100000000000000 61', '0200000000000000 6263'),
  )
  expect(encoded(numbers('i32', [-2, 1]))).toBe(hex('09000000', '05000000', '0200000000000000', 'feffffff', '01'))
})

const twoTensors: GgufModel = {
  metadata: new Map(),
  tensors: [
    { name: 'a', shape: [3, 1], type: 'F32', data: new Uint8Array(12).fill(0xaa) },
    { name: 'b', shape: [16], type: 'F16', data: new Uint8Array(32).fill(0xbb) },
  ],
}

test('tensors: descriptions with offsets, then payloads, each on a multiple of 32', () => {
  const bytes = encodeGguf(twoTensors)
  expect(bytes.readBigUInt64LE(8)).toBe(2n)
  const first = hex(
    '0100000000000000 61',
    '02000000',
    '0300000000000000',
    '0100000000000000',
    '00000000',
    '00'.repeat(8),
  )
  const second = hex('0100000000000000 62', '01000000', '1000000000000000', '01000000', '2000000000000000')
  expect(bytes.subarray(24, 24 + 41 + 33).toString('hex')).toBe(first + second)
  expect(bytes.subarray(98, 128).every((byte) => byte === 0)).toBe(true)
  expect(bytes.subarray(128).toString('hex')).toBe('aa'.repeat(12) + '00'.repeat(20) + 'bb'.repeat(32))
})

test('writes the same bytes to a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-gguf-'))
  try {
    writeGguf(join(folder, 'm.gguf'), twoTensors)
    expect(readFileSync(join(folder, 'm.gguf')).equals(encodeGguf(twoTensors))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
