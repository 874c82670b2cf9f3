import { expect, test } from 'vitest'
import { costs } from './cost.ts'

const round = (concurrency: number, bareMs: number, trivetMs: number, trivetTokens = 10) => ({
  concurrency,
  bare: { tokens: 10, wallMs: bareMs },
  trivet: { tokens: trivetTokens, wallMs: trivetMs },
})

test('what Trivet adds is taken round by round, a token at a time', () => {
  expect(costs([round(1, 1, 1.5), round(8, 0.1, 0.4, 20), round(1, 3, 3.1), round(1, 1.2, 2)])).toEqual([
    {
      concurrency: 1,
      tokens: { bare: 30, trivet: 30 },
      bareUs: { median: 120, min: 100, max: 300 },
      trivetUs: { median: 200, min: 150, max: 310 },
      addedUs: { median: 50, min: 10, max: 80 },
    },
    {
      concurrency: 8,
      tokens: { bare: 10, trivet: 20 },
      bareUs: { median: 10, min: 10, max: 10 },
      trivetUs: { median: 20, min: 20, max: 20 },
      addedUs: { median: 10, min: 10, max: 10 },
    },
  ])
})
