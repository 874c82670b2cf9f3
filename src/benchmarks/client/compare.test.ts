import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import type { Result } from './rounds.ts'

function result(target: number, round: number, tokensPerSecond: number, ttft: number | null): Result {
  return {
    ...{ target, round, concurrency: 2 },
    summary: {
      ...{ requests: 1, failures: 0, failure: null, promptTokens: 1, completionTokens: 1, requestsPerSecond: 1 },
      ...{
        goodPerSecond: null,
        decodePerSecond: 0,
        bursts: 0,
        tokensPerSecond,
        ttftMs: { p50: ttft, p95: ttft, p99: ttft },
        gapMs: { p50: null, p95: null, p99: null },
      },
    },
  }
}

test('gains are paired by round, more or less being better; what was never measured has none', () => {
  const results = [
    ...[result(0, 0, 10, 50), result(1, 0, 20, 100)],
    ...[result(1, 1, 45, 20), result(0, 1, 15, 60)],
    ...[result(0, 2, 10, null), result(1, 2, 10, 1)],
  ]
  expect(compare(results)).toEqual([
    { target: 1, concurrency: 2, metric: 'tok/s', gain: { median: 2, min: 1, max: 3 } },
    { target: 1, concurrency: 2, metric: 'req/s', gain: { median: 1, min: 1, max: 1 } },
    { target: 1, concurrency: 2, metric: 'TTFT p50', gain: { median: 1.75, min: 0.5, max: 3 } },
    { target: 1, concurrency: 2, metric: 'gap p50', gain: null },
  ])
})

test('one target alone is compared with nothing', () => {
  expect(compare([result(0, 0, 1, 1)])).toEqual([])
})
