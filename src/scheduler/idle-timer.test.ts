import { expect, it } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { IdleTimer } from './idle-timer.ts'

function timer() {
  const clock = new ManualClock()
  const told: number[] = []
  return { clock, told, idle: new IdleTimer(clock, () => told.push(clock.now())) }
}

it('tells once, when it is due, and not when it was put off', () => {
  const { clock, told, idle } = timer()
  const start = clock.now()
  idle.set(start + 100)
  clock.advance(50)
  idle.set(start + 150)
  expect(idle.dueMs).toBe(start + 150)
  clock.advance(1_000)
  expect(told).toEqual([start + 150])
  expect([idle.dueMs, clock.pending]).toEqual([null, 0])
})

it('never tells of infinity, nor when it was called off', () => {
  const { clock, told, idle } = timer()
  idle.set(Number.POSITIVE_INFINITY)
  expect([idle.dueMs, clock.pending]).toEqual([null, 0])
  idle.set(clock.now() + 1)
  idle.set(null)
  clock.advance(10)
  expect(told).toEqual([])
})
