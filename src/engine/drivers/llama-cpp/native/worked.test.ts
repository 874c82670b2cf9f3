import { expect, it } from 'vitest'
import { workedMs } from './worked.ts'

it.each([
  ['what it computed, while the machine stood still', 10_000, 20, 20],
  ['the time that went by, while other threads computed', 3_000, 9_000, 3_000],
])('is %s', (_, wallMs, cpuMs, worked) => {
  expect(workedMs({ wallMs: 5, cpuMs: 7 }, { wallMs: 5 + wallMs, cpuMs: 7 + cpuMs })).toBe(worked)
})
