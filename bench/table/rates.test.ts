import { expect, test } from 'vitest'
import type { Exchange } from '../../src/benchmarks/client/exchange.ts'
import { decodeRate, firstTokenMs, lastFirstTokenMs, prefillRate } from './rates.ts'

const exchange = (given: Partial<Exchange>): Exchange => ({
  ...{ sentAt: 0, endedAt: 100, arrivals: [], promptTokens: null, completionTokens: null, failure: null },
  ...given,
})

test('waits are counted from sending; who never got anything counts in none', () => {
  const all = [
    exchange({ sentAt: 5, arrivals: [25, 30], promptTokens: 40 }),
    exchange({ sentAt: 10, arrivals: [40], promptTokens: 60 }),
    exchange({ promptTokens: 1000 }),
  ]
  expect(firstTokenMs(all)).toEqual([20, 30])
  expect(lastFirstTokenMs(all)).toBe(30)
  expect(prefillRate(all)).toBe(2000)
  expect([lastFirstTokenMs([]), prefillRate([])]).toEqual([null, null])
})

test('decoding is measured while all are being written', () => {
  const all = [
    exchange({ arrivals: [10, 20, 30, 40], completionTokens: 4 }),
    // Two tokens a chunk.
    exchange({ arrivals: [20, 30, 40, 50, 60], completionTokens: 10 }),
  ]
  // From 20 to 40: two tokens of the one, two chunks of two of the other.
  expect(decodeRate(all)).toBe(300)
  expect(decodeRate([exchange({ arrivals: [1, 2, 3] })])).toBe(1000)
  expect(decodeRate([exchange({ arrivals: [10, 20] }), exchange({ arrivals: [20, 30] })])).toBeNull()
  expect(decodeRate([exchange({ arrivals: [10] })])).toBeNull()
})
