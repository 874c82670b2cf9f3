import { expect, test } from 'vitest'
import { TextStream } from './text-stream.ts'

const TEXT = '🇫🇷👩‍👩‍👧 Ünïcode 日本語 \u{FEFF}ёчки'

test('a character arrives when its last byte does', () => {
  const stream = new TextStream()
  const [a, b, c, d] = Buffer.from('🌍')
  const pieces = [a, b, c, d].map((byte) => stream.push(Uint8Array.of(byte as number)))
  expect(pieces).toEqual(['', '', '', '🌍'])
})

test.each([1, 2, 3, 5, 7])('any text in pieces of %i bytes comes out as it went in', (size) => {
  const stream = new TextStream()
  const bytes = Buffer.from(TEXT)
  let out = ''
  for (let at = 0; at < bytes.length; at += size) out += stream.push(bytes.subarray(at, at + size))
  expect(out + stream.end()).toBe(TEXT)
})

test('bytes that are no character become U+FFFD at once', () => {
  const stream = new TextStream()
  expect(stream.push(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\u{FFFD}b')
})

test('an unfinished character is one U+FFFD when asked for at the end', () => {
  const stream = new TextStream()
  expect(stream.push(Uint8Array.of(0xf0, 0x9f, 0x8c))).toBe('')
  expect(stream.end()).toBe('\u{FFFD}')
})
