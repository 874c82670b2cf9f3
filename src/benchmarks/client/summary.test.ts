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
    ttftMs: { p50: 20, p95: 29, p99: 29.8 },
    gapMs: { p50: 3, p95: 3.9, p99: 3.98 },
    tokensPerSecond: 12,
    requestsPerSecond: 4,
    // Three tokens in the 6 ms of the first answer; the second came in one piece.
    decodePerSecond: 3 / 0.006,
    bursts: 1,
    goodPerSecond: null,
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

test('goodput counts the answers that began in time', () => {
  const answered = (first: number) => exchange({ sentAt: 0, arrivals: [first, first + 1] })
  const run = { exchanges: [answered(10), answered(20), answered(21), exchange({ failure: 'x' })], wallMs: 500 }
  expect(summarise(run, 20).goodPerSecond).toBe(4)
})

test('answers that are written side by side share the time of it', () => {
  const exchanges = [
    exchange({ arrivals: [0, 50, 100], completionTokens: 11 }),
    exchange({ arrivals: [50, 150], completionTokens: 6 }),
    exchange({ arrivals: [300, 350], completionTokens: 6 }),
  ]
  expect(summarise({ exchanges, wallMs: 400 }).decodePerSecond).toBe(100)
})

test('answers that came in one piece make the others no faster', () => {
  const written = exchange({ arrivals: [0, 50, 100], completionTokens: 11 })
  const burst = exchange({ arrivals: [60, 60.5], completionTokens: 11 })
  const short = exchange({ arrivals: [70], completionTokens: 1 })
  const told = summarise({ exchanges: [burst, written, burst, short, burst], wallMs: 100 })
  expect([told.decodePerSecond, told.bursts]).toEqual([100, 3])
})

test.each([
  ['in one piece', [7], 8],
  ['in one read', [7, 7, 7], 8],
  ['within what no reader can tell apart', [7, 7.4, 8.9], 8],
  ['as one token', [7], 1],
])('answers that came %s say nothing of how fast they were written', (_, arrivals, completionTokens) => {
  const exchanges = [exchange({ arrivals, completionTokens }), exchange({ arrivals, completionTokens })]
  expect(summarise({ exchanges, wallMs: 20 })).toMatchObject({
    decodePerSecond: null,
    bursts: completionTokens > 1 ? 2 : 0,
    tokensPerSecond: 100 * completionTokens,
  })
  expect(summarise({ exchanges: [], wallMs: 20 }).decodePerSecond).toBe(null)
})
