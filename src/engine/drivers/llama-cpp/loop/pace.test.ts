import { expect, test } from 'vitest'
import { PaceKeeper } from './pace.ts'

/** A keeper that has just seen a slice of 100 tokens take `ms`. */
async function after(ms: number): Promise<PaceKeeper> {
  let now = 0
  const pace = new PaceKeeper(512, () => now)
  await pace.timed(100, async () => {
    now += ms
  })
  return pace
}

test('nobody waits: the largest slice', async () => {
  expect((await after(10_000)).sliceTokens(0, 1)).toBe(512)
})

test('nothing measured yet: the largest slice', () => {
  expect(new PaceKeeper(512).sliceTokens(3, 1)).toBe(512)
})

test.each([
  [10, 512],
  [50, 192],
  [100, 64],
  [1000, 64],
])('100 tokens in %i ms: %i tokens beside running answers', async (ms, tokens) => {
  expect((await after(ms)).sliceTokens(1, 1)).toBe(tokens)
})

test('the more prompts wait for each answer, the larger the slice', async () => {
  const pace = await after(100)
  expect([pace.sliceTokens(1, 4), pace.sliceTokens(4, 4), pace.sliceTokens(2, 8)]).toEqual([384, 64, 384])
})

test('a step is brief when one like it was: of a prompt by its tokens, of answers as a whole', async () => {
  let now = 0
  const pace = new PaceKeeper(512, () => now)
  const take = (tokens: number, ms: number) =>
    pace.timed(tokens, async () => {
      now += ms
    })
  expect([pace.isBrief(0), pace.isBrief(1)]).toEqual([false, false])
  await take(100, 10)
  expect([pace.isBrief(0), pace.isBrief(40), pace.isBrief(60)]).toEqual([false, true, false])
  await take(0, 100)
  expect(pace.isBrief(0)).toBe(true)
  await take(0, 101)
  expect(pace.isBrief(0)).toBe(false)
})
