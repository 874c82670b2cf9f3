import { expect, test } from 'vitest'
import { speedOf } from './facts.ts'

test.each([
  [101, 100, 1100, 100],
  [26, 100, 101, null],
  [1, 100, 1100, null],
  [50, null, 1100, null],
])('%i tokens, the first after %s ms of %s, are %s a second', (tokens, first, total, speed) => {
  expect(speedOf(tokens, first, total)).toBe(speed)
})
