import { beforeEach, describe, expect, test } from 'vitest'
import type { DecodeOutcome } from '../native/context.ts'
import { type Load, PaceKeeper } from './pace.ts'

/** A keeper that has just seen a slice of 100 tokens take `ms`, and an answer's next token `answerMs` if there was any. */
async function after(ms: number, answerMs?: number): Promise<PaceKeeper> {
  let now = 0
  const pace = new PaceKeeper(512, () => now)
  const take = (load: Load, took: number) =>
    pace.timed(load, async () => {
      now += took
      return 'done'
    })
  await take({ of: 'prompts', rows: 100 }, ms)
  if (answerMs !== undefined) await take({ of: 'answers', rows: 1 }, answerMs)
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

test.each([
  ['takes as much as fits', 200, 20, 48],
  ['takes the least that is worth a turn', 1000, 20, 16],
  ['takes more where reading the weights would be most of its time', 400, 60, 48],
  ['is no smaller where reading the weights is all of its time', 400, 300, 64],
  ['is no smaller where it fits', 100, 20, 64],
])('a slice of less than 64 tokens %s', async (_, ms, answerMs, tokens) => {
  expect((await after(ms, answerMs)).sliceTokens(1, 1)).toBe(tokens)
})

test('the more prompts wait for each answer, the larger the slice', async () => {
  const pace = await after(100)
  expect([pace.sliceTokens(1, 4), pace.sliceTokens(4, 4), pace.sliceTokens(2, 8)]).toEqual([384, 64, 384])
})

describe('a step is brief when', () => {
  let now = 0
  let pace = new PaceKeeper(512, () => now)
  beforeEach(() => {
    pace = new PaceKeeper(512, () => now)
  })
  const take = (load: Load, ms: number, outcome: DecodeOutcome = 'done') =>
    pace.timed(load, async () => {
      now += ms
      return outcome
    })
  const prompts = (rows: number): Load => ({ of: 'prompts', rows })
  const answers = (rows: number): Load => ({ of: 'answers', rows })
  const brief = (...loads: Load[]) => loads.map((load) => pace.isBrief(load))

  test('one like it was', () => {
    expect(brief(prompts(1), answers(1))).toEqual([false, false])
  })

  test('its part of a prompt takes no longer than 5 ms', async () => {
    await take(prompts(100), 10)
    expect(brief(prompts(50), prompts(51), answers(1))).toEqual([true, false, false])
  })

  test('the next tokens of answers take no longer than 100 ms, with as many rows as they have', async () => {
    await take(answers(1), 23)
    expect(brief(answers(1), answers(4), answers(5), answers(63))).toEqual([true, true, false, false])
    await take(answers(63), 100)
    expect(brief(answers(1), answers(63), answers(64))).toEqual([true, true, false])
    await take(answers(8), 101)
    expect(brief(answers(1), answers(8))).toEqual([false, false])
  })

  test('one like it was that was not cut short', async () => {
    await take(prompts(100), 100)
    await take(prompts(400), 0, 'aborted')
    await take(answers(1), 0, 'failed')
    expect(brief(prompts(5), prompts(6), answers(1))).toEqual([true, false, false])
    expect(pace.sliceTokens(1, 1)).toBe(64)
  })
})
