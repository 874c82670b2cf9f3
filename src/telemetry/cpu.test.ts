import { expect, test } from 'vitest'
import { cpuPercent, cpuTimes, watchCpu } from './cpu.ts'

test('of several cores the times add up', () => {
  const core = { times: { user: 3, nice: 1, sys: 2, idle: 10, irq: 1 } }
  expect(cpuTimes([core, core])).toEqual({ busy: 14, idle: 20 })
})

test.each([
  [{ busy: 1, idle: 1 }, { busy: 4, idle: 2 }, 75],
  [{ busy: 1, idle: 1 }, { busy: 1, idle: 4 }, 0],
  [{ busy: 1, idle: 1 }, { busy: 1, idle: 1 }, 0],
])('from %j to %j it was %d %% busy', (before, now, percent) => {
  expect(cpuPercent(before, now)).toBe(percent)
})

test('who looks again at once is told the same', () => {
  let now = 0
  let times = { busy: 0, idle: 0 }
  const percent = watchCpu(
    () => now,
    () => times,
  )
  now = 500
  times = { busy: 1, idle: 3 }
  expect(percent()).toBe(25)
  times = { busy: 2, idle: 3 }
  now = 900
  expect(percent()).toBe(25)
  now = 1000
  expect(percent()).toBe(100)
})
