import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { systemClock, timeoutSignal } from './clock.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([0, 1, LONGEST_TIMER_MS, LONGEST_TIMER_MS + 1, 3_000_000_000, 3 * LONGEST_TIMER_MS + 7])(
  'runs a task after %i ms, once',
  (ms) => {
    const ran: number[] = []
    const begun = systemClock.now()
    systemClock.after(ms, () => ran.push(systemClock.now() - begun))
    vi.advanceTimersByTime(Math.max(0, ms - 1))
    expect(ran).toEqual(ms === 0 ? [0] : [])
    vi.advanceTimersByTime(2 * LONGEST_TIMER_MS)
    expect(ran).toEqual([ms])
    expect(vi.getTimerCount()).toBe(0)
  },
)

it('never runs a task that waits for ever, nor one that was called off in a later step', () => {
  const ran: string[] = []
  const stop = systemClock.after(Number.POSITIVE_INFINITY, () => ran.push('for ever'))
  const cancel = systemClock.after(3_000_000_000, () => ran.push('called off'))
  vi.advanceTimersByTime(2_900_000_000)
  cancel()
  vi.advanceTimersByTime(2_900_000_000)
  stop()
  expect([ran, vi.getTimerCount()]).toEqual([[], 0])
})

it('aborts a signal when its time is over, and not before', () => {
  const clock = new ManualClock()
  const signal = timeoutSignal(3_000_000_000, clock)
  clock.advance(2_999_999_999)
  expect(signal.aborted).toBe(false)
  clock.advance(1)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError', message: 'It took longer than 3000000 s.' })
})
