import { expect, test } from 'vitest'
import type { Telemetry } from '../api/activity.ts'
import { withSample } from './samples.ts'

const told = (at: number, tokens: number) =>
  ({
    generated_at: at,
    cpu: { percent: 50 },
    memory: { total_bytes: 100, available_bytes: 30 },
    usage: { totals: { completion_tokens: tokens } },
  }) as Telemetry

test('speed is what was made between two looks', () => {
  const samples = [told(10, 5), told(12, 45), told(12, 45), told(14, 0)].reduce(withSample, [])
  expect(samples).toEqual([
    { at: 10, cpuPercent: 50, usedBytes: 70, tokensPerSecond: 0, completionTokens: 5 },
    { at: 12, cpuPercent: 50, usedBytes: 70, tokensPerSecond: 20, completionTokens: 45 },
    { at: 14, cpuPercent: 50, usedBytes: 70, tokensPerSecond: 0, completionTokens: 0 },
  ])
})
