import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { createWatchdog } from './watchdog.ts'

function watching() {
  const clock = new ManualClock()
  let silences = 0
  const watchdog = createWatchdog(clock, 1000, () => {
    silences += 1
  })
  return { clock, watchdog, silences: () => silences }
}

test('tells of a silence, after the limit and at most a tenth of it, once', () => {
  const { clock, silences } = watching()
  clock.advance(1000)
  expect(silences()).toBe(0)
  clock.advance(100)
  expect(silences()).toBe(1)
  clock.advance(10_000)
  expect(silences()).toBe(1)
})

test('a sign of life starts it anew, whenever it comes', () => {
  const { clock, watchdog, silences } = watching()
  for (let time = 0; time < 20; time++) {
    clock.advance(999)
    watchdog.pat()
  }
  expect(silences()).toBe(0)
  clock.advance(1100)
  expect(silences()).toBe(1)
})

test('stopped, it is quiet and leaves no timer', () => {
  const { clock, watchdog, silences } = watching()
  watchdog.stop()
  expect(clock.pending).toBe(0)
  clock.advance(5000)
  expect(silences()).toBe(0)
})
