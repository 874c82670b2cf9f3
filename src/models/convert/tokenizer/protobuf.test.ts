import { expect, test } from 'vitest'
import { protobufFields } from './protobuf.ts'
import { parseSentencePiece } from './sentencepiece-model.ts'

test('fields of each kind', () => {
  const bytes = Uint8Array.of(0x08, 0x96, 0x01, 0x12, 0x02, 0x68, 0x69, 0x1d, 0, 0, 0xc0, 0x3f)
  expect([...protobufFields(bytes)]).toEqual([
    { number: 1, value: 150 },
    { number: 2, value: Uint8Array.of(0x68, 0x69) },
    { number: 3, value: 1.5 },
  ])
})

test.each([
  ['a length beyond the end', [0x0a, 0xff, 0x01, 0x00]],
  ['a number without an end', [0x08, ...Array<number>(20).fill(0xff)]],
  ['a number that is cut off', [0x08, 0x80]],
  ['a kind that is no longer used', [0x0b]],
])('%s is refused', (_, bytes) => {
  expect(() => parseSentencePiece(Uint8Array.from(bytes))).toThrow('is no SentencePiece model')
})

test('what has no pieces, or cuts otherwise than by merging, is refused', () => {
  expect(() => parseSentencePiece(new Uint8Array())).toThrow('it has no pieces')
  const piece = [0x0a, 0x03, 0x0a, 0x01, 0x61]
  const unigram = [0x12, 0x02, 0x18, 0x01]
  expect(() => parseSentencePiece(Uint8Array.from([...piece, ...unigram]))).toThrow("doesn't merge pieces")
})
