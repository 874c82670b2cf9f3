import { describe, expect, test } from 'vitest'
import { Lane } from './lane.ts'
import { worthCopying, worthCutting, worthKeeping, worthWaiting } from './worth.ts'

function laneOf(length: number): Lane {
  const lane = new Lane(0)
  for (let token = 0; token < length; token++) lane.tokens.push(token)
  return lane
}

test.each([
  [0, 0, false],
  [1, 63, true],
  [1, 64, false],
  [15, 80, true],
  [15, 2000, false],
])('to have %i tokens of a copy of %i: %s', (gained, tokens, worth) => {
  expect(worthCopying(gained, tokens)).toBe(worth)
})

test('a turn is waited for the sake of as many tokens as it costs', () => {
  expect([5, 6].map(worthWaiting)).toEqual([false, true])
})

test.each([
  ['an empty lane', 0, 0, false],
  ['all of a short one', 5, 0, true],
  ['few tokens after more', 48, 16, false],
  ['most of it, though few', 16, 5, true],
  ['many', 133, 100, true],
])('before it is cut, a lane is kept that loses %s: %i to %i tokens', (_, held, length, worth) => {
  expect(worthKeeping(laneOf(held), length)).toBe(worth)
})

describe('an idle lane is cut back', () => {
  test.each([
    ['to all that it holds', 4, 4, 100, true, true],
    ['not to what a template begins with', 100, 20, 100, true, false],
    ['to a long beginning', 400, 32, 100, true, true],
    ['to the same prompt', 100, 20, 20, true, true],
    ['not to the same prompt if keeping its answer costs more', 2000, 20, 20, true, false],
    ['not to the same prompt if its answer would be lost', 100, 20, 20, false, false],
    ['to the same prompt if its answer is short', 36, 20, 20, false, true],
  ])('%s: of %i tokens to %i, of %i wanted, kept %s', (_, held, length, wanted, keeps, worth) => {
    expect(worthCutting(laneOf(held), length, wanted, keeps)).toBe(worth)
  })
})
