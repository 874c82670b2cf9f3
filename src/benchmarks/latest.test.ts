import { expect, test } from 'vitest'
import type { BenchmarkRun } from '../core/benchmark.ts'
import { latestSpeeds } from './latest.ts'

function run(model: string, speed: number | null, completionTokens = 16, concurrency = 1): BenchmarkRun {
  const spread = (median: number) => ({ median, least: median, most: median })
  const measure = speed === null ? null : { completionTokens, decodeSpeed: spread(speed) }
  return { results: [{ model, concurrency, measure }] } as unknown as BenchmarkRun
}

test('a model is as fast as it was last measured; failures and nothing measured say nothing', () => {
  const runs = [run('b', null), run('a', 20), run('b', 0), run('a', 10), run('b', 5)]
  expect([...latestSpeeds(runs)].sort()).toEqual([
    ['a', 20],
    ['b', 5],
  ])
})

test('answers of a few tokens, and those beside others, say nothing of it', () => {
  expect([...latestSpeeds([run('a', 900, 2), run('a', 800, 16, 4), run('a', 10)])]).toEqual([['a', 10]])
})

test("the engine's clock is believed before one at the other end of a pipe", () => {
  const told = run('a', 40_000)
  const [result] = told.results
  const spread = { median: 5000, least: 5000, most: 5000 }
  const measure = { ...result?.measure, engine: { prefillSpeed: spread, decodeSpeed: spread } }
  const clocked = { ...told, results: [{ ...result, measure }] } as unknown as BenchmarkRun
  expect([...latestSpeeds([clocked])]).toEqual([['a', 5000]])
})
