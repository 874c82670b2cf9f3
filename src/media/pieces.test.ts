import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

const RATE = 1000

/** Loud, but for two tenths of a second from each of these seconds on. */
function loudBut(seconds: number, ...quiet: number[]): Float32Array {
  const values = new Float32Array(seconds * RATE).fill(0.5)
  for (const from of quiet) values.fill(0, from * RATE, from * RATE + RATE / 5)
  return values
}

const lengths = (values: Float32Array) => [...piecesOf(values, RATE, 30)].map((piece) => piece.values.length / RATE)

test('a short sound is one piece, and one of nothing none', () => {
  expect(lengths(loudBut(30))).toEqual([30])
  expect(lengths(new Float32Array())).toEqual([])
})

test('a long one is cut in the middle of what is quietest, shortly before it would be too long', () => {
  expect(lengths(loudBut(70, 10, 27.5, 55))).toEqual([27.65, 27.45, 14.9])
})

test('pieces say where they begin, and are the whole together', () => {
  const values = Float32Array.from({ length: 95 * RATE }, (_, at) => Math.sin(at * at))
  const pieces = [...piecesOf(values, RATE, 30)]
  expect(Float32Array.from(pieces.flatMap((piece) => [...piece.values]))).toEqual(values)
  const before = pieces.map((_, index) => pieces.slice(0, index).reduce((sum, piece) => sum + piece.values.length, 0))
  expect(pieces.map(({ start }) => start * RATE)).toEqual(before)
  for (const piece of pieces) expect(piece.values.length).toBeLessThanOrEqual(30 * RATE)
})
