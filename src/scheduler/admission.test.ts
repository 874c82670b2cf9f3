import { describe, expect, it } from 'vitest'
import { type Admission, admit, type QueueLoad, retryAfterSeconds } from './admission.ts'

const load = (over: Partial<QueueLoad>): QueueLoad => ({
  running: 0,
  waiting: 0,
  slots: 2,
  capacity: 3,
  closed: false,
  ...over,
})

describe('admit', () => {
  it.each<[string, Partial<QueueLoad>, Admission]>([
    ['an idle engine takes it', {}, 'run'],
    ['the last slot takes it', { running: 1 }, 'run'],
    ['a busy engine makes it wait', { running: 2 }, 'wait'],
    ['the last place in line takes it', { running: 2, waiting: 2 }, 'wait'],
    ['a full line refuses it', { running: 2, waiting: 3 }, 'full'],
    ['nobody overtakes, even with a slot free', { running: 1, waiting: 1 }, 'wait'],
    ['no line at all refuses it when busy', { running: 2, capacity: 0 }, 'full'],
    ['no line at all still runs it when idle', { capacity: 0 }, 'run'],
    ['a closed queue refuses it first of all', { closed: true }, 'closed'],
  ])('%s', (_, over, admission) => {
    expect(admit(load(over))).toBe(admission)
  })
})

describe('retryAfterSeconds', () => {
  it.each([
    [0, 4, 1],
    [1_000, 1, 1],
    [1_001, 1, 2],
    [20_000, 4, 5],
    [20_000, 0, 20],
    [10_000_000, 1, 60],
  ])('%d ms a request over %d slots: %d s', (meanMs, slots, seconds) => {
    expect(retryAfterSeconds(meanMs, slots)).toBe(seconds)
  })
})
