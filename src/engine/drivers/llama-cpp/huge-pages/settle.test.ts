import { expect, test } from 'vitest'
import type { Clock } from '../../../../core/clock.ts'
import type { Range } from './ranges.ts'
import { settle } from './settle.ts'

const pieces: readonly Range[] = Array.from({ length: 100 }, (_, at) => ({ start: at * 10, end: at * 10 + 10 }))

/** Runs what is planned, one after the other, until nothing is; notes after how many milliseconds each ran. */
function manualClock() {
  const planned: { ms: number; task: () => void }[] = []
  const clock: Clock = {
    now: () => 0,
    elapsed: () => 0,
    after(ms, task) {
      const plan = { ms, task }
      planned.push(plan)
      return () => void planned.splice(planned.indexOf(plan), 1)
    },
  }
  const run = (most = Number.POSITIVE_INFINITY) => {
    const waits: number[] = []
    for (let next = planned.shift(); next !== undefined; next = waits.length < most ? planned.shift() : undefined) {
      waits.push(next.ms)
      next.task()
    }
    return waits
  }
  return { clock, run }
}

test('waits a second, and then moves piece after piece', () => {
  const { clock, run } = manualClock()
  const moved: Range[] = []
  settle(pieces, { clock, onMoved() {}, free: () => 2000, move: (piece) => moved.push(piece) > 0 })
  expect(run()).toEqual([1000, ...pieces.map(() => 5)])
  expect(moved).toEqual(pieces)
})

test('begins only with twice as much memory free as the weights take', () => {
  const { clock, run } = manualClock()
  const moved: Range[] = []
  settle(pieces, { clock, onMoved() {}, free: () => 1999, move: (piece) => moved.push(piece) > 0 })
  run()
  expect(moved).toEqual([])
})

test('leaves the rest where it is when memory gets short', () => {
  const { clock, run } = manualClock()
  const moved: Range[] = []
  // 36 pieces are left at the second look: they and all of it are 1360.
  settle(pieces, {
    clock,
    onMoved() {},
    free: () => (moved.length < 64 ? 2000 : 1359),
    move: (piece) => moved.push(piece) > 0,
  })
  run()
  expect(moved.length).toBe(64)
})

test('what can not be moved ends it', () => {
  const { clock, run } = manualClock()
  const tried: Range[] = []
  settle(pieces, { clock, onMoved() {}, free: () => 2000, move: (piece) => tried.push(piece) < 3 })
  run()
  expect(tried.length).toBe(3)
})

test('moves nothing once it is over', () => {
  const { clock, run } = manualClock()
  const moved: Range[] = []
  const end = settle(pieces, { clock, onMoved() {}, free: () => 2000, move: (piece) => moved.push(piece) > 0 })
  run(5)
  end()
  expect(run()).toEqual([])
  expect(moved.length).toBe(5)
})

test('tells how much has been moved at each look and at the end', () => {
  const { clock, run } = manualClock()
  const told: number[] = []
  settle(pieces, { clock, free: () => 2000, onMoved: (bytes) => told.push(bytes), move: () => true })
  run()
  expect(told).toEqual([640, 1000])
})
