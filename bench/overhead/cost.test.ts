import { expect, test } from 'vitest'
import { costs, perToken } from './cost.ts'

test('what Trivet adds is taken round by round', () => {
  const rounds = [
    { concurrency: 1, bareUs: 100, trivetUs: 150 },
    { concurrency: 8, bareUs: 10, trivetUs: 15 },
    { concurrency: 1, bareUs: 300, trivetUs: 310 },
    { concurrency: 1, bareUs: 120, trivetUs: 200 },
  ]
  expect(costs(rounds)).toEqual([
    {
      concurrency: 1,
      bareUs: { median: 120, min: 100, max: 300 },
      trivetUs: { median: 200, min: 150, max: 310 },
      addedUs: { median: 50, min: 10, max: 80 },
    },
    {
      concurrency: 8,
      bareUs: { median: 10, min: 10, max: 10 },
      trivetUs: { median: 15, min: 15, max: 15 },
      addedUs: { median: 5, min: 5, max: 5 },
    },
  ])
})

test('microseconds a token', () => {
  expect(perToken(2, 8)).toBe(250)
})
