import { expect, test } from 'vitest'
import { ManualClock } from '../../../../../test/fakes/clock.ts'
import type { Range } from './ranges.ts'
import { settle } from './settle.ts'

const pieces: readonly Range[] = Array.from({ length: 100 }, (_, at) => ({ start: at * 10, end: at * 10 + 10 }))

test('waits a second, and then moves piece after piece', () => {
  const clock = new ManualClock()
  const begun = clock.elapsed()
  const moved: [number, Range][] = []
  const move = (piece: Range) => moved.push([clock.elapsed() - begun, piece]) > 0
  settle(pieces, { clock, onMoved() {}, free: () => 2000, move })
  clock.advance(10_000)
  expect(moved).toEqual(pieces.map((piece, at) => [1000 + 5 * at, piece]))
})

test('begins only with twice as much memory free as the weights take', () => {
  const clock = new ManualClock()
  const moved: Range[] = []
  settle(pieces, { clock, onMoved() {}, free: () => 1999, move: (piece) => moved.push(piece) > 0 })
  clock.advance(10_000)
  expect(moved).toEqual([])
})

test('leaves the rest where it is when memory gets short', () => {
  const clock = new ManualClock()
  const moved: Range[] = []
  // 36 pieces are left at the second look: they and all of it are 1360.
  settle(pieces, {
    clock,
    onMoved() {},
    free: () => (moved.length < 64 ? 2000 : 1359),
    move: (piece) => moved.push(piece) > 0,
  })
  clock.advance(10_000)
  expect(moved.length).toBe(64)
})

test('what can not be moved ends it', () => {
  const clock = new ManualClock()
  const tried: Range[] = []
  settle(pieces, { clock, onMoved() {}, free: () => 2000, move: (piece) => tried.push(piece) < 3 })
  clock.advance(10_000)
  expect(tried.length).toBe(3)
})

test('moves nothing once it is over', () => {
  const clock = new ManualClock()
  const moved: Range[] = []
  const end = settle(pieces, { clock, onMoved() {}, free: () => 2000, move: (piece) => moved.push(piece) > 0 })
  clock.advance(1000 + 4 * 5)
  end()
  expect(clock.pending).toBe(0)
  expect(moved.length).toBe(5)
})

test('tells how much has been moved at each look and at the end', () => {
  const clock = new ManualClock()
  const told: number[] = []
  settle(pieces, { clock, free: () => 2000, onMoved: (bytes) => told.push(bytes), move: () => true })
  clock.advance(10_000)
  expect(told).toEqual([640, 1000])
})
