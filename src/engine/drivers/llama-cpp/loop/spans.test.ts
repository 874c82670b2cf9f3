import { expect, test } from 'vitest'
import { positionAt, wholeSpans } from './spans.ts'

/** An image of 16 rows that takes 4 positions, and one of 6 rows that takes 6. */
const SPANS = [
  { start: 10, rows: 16, positions: 4 },
  { start: 30, rows: 6, positions: 6 },
]

test.each([
  [0, 0],
  [10, 10],
  [26, 14],
  [30, 18],
  [36, 24],
  [40, 28],
])('the row at %i is at position %i', (index, position) => {
  expect(positionAt(index, SPANS)).toBe(position)
})

test.each([
  [9, 9],
  [10, 10],
  [11, 10],
  [25, 10],
  [26, 26],
  [35, 30],
  [99, 99],
])('of %i rows, %i end in no image', (length, whole) => {
  expect(wholeSpans(length, SPANS)).toBe(whole)
})
