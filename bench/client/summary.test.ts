import { expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { summarise } from './summary.ts'

const exchange = (given: Partial<Exchange>): Exchange => ({
  ...{ sentAt: 0, endedAt: 100, arrivals: [], promptTokens: null, completionTokens: null, failure: null },
  ...given,
})

test('a run in numbers', () => {
  const exchanges = [
    exchange({ sentAt: 0, arrivals: [10, 12, 16], promptTokens: 5, completionTokens: 4 }),
    exchange({ sentAt: 10, arrivals: [40], promptTokens: 7, completionTokens: 2 }),
    exchange({ failure: 'HTTP 500', arrivals: [1, 99] }),
  ]
  expect(summarise({ exchanges, wallMs: 500 })).toEqual({
    requests: 3,
    failures: 1,
    failure: 'HTTP 500',
    promptTokens: 6,
    completionTokens: 3,
    ttftMs: { p50: 20, p95: 29 },
    gapMs: { p50: 3, p95: 3.9 },
    tokensPerSecond: 12,
    requestsPerSecond: 4,
  })
})

test('without usage a chunk is a token; without good answers there are no times', () => {
  expect(summarise({ exchanges: [exchange({ arrivals: [1, 2, 3] })], wallMs: 1000 })).toMatchObject({
    promptTokens: null,
    tokensPerSecond: 3,
  })
  expect(summarise({ exchanges: [exchange({ failure: 'x' })], wallMs: 1000 })).toMatchObject({
    ttftMs: { p50: null, p95: null },
    tokensPerSecond: 0,
    requestsPerSecond: 0,
  })
})
