import { expect, test } from 'vitest'
import { LONGEST_WORD, wordPieces } from './word-pieces.ts'

test.each(['', 'a b', 'word '.repeat(100_000)])('ordinary text is one part (%#)', (text) => {
  expect(wordPieces(text)).toEqual([text])
})

test.each([
  ['letters', 'p', 13],
  ['spaces', ' ', 13],
  ['characters of two halves', '😀', 25],
])('a run of 100 000 %s is in parts that make it up', (_, character, parts) => {
  const text = `so ${character.repeat(100_000)} it goes`
  const pieces = wordPieces(text)
  expect(pieces.join('')).toBe(text)
  expect(pieces).toHaveLength(parts)
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(2 * LONGEST_WORD)
    expect(Buffer.from(piece).toString()).toBe(piece)
  }
})
