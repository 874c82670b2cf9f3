import { expect, test } from 'vitest'
import type { BenchmarkRun } from '../api/benchmarks.ts'
import { linesOf } from './lines.ts'
import { numbersIn } from './numbers-in.ts'

const run = (created_at: number, ...points: readonly [concurrency: number, speed: number][]): BenchmarkRun => ({
  id: String(created_at),
  occasion: 'asked',
  created_at,
  version: '1',
  hardware: { fingerprint: 'f', cpu: null, cores: 2 },
  results: [],
  series: [
    {
      model: 'm',
      device: 'cpu',
      prompt_tokens: 512,
      points: points.map(([concurrency, speed]) => ({ concurrency, together_tokens_per_second: speed })),
    },
  ],
})

test('the lines of several runs have gaps where one was not measured, or nothing tells how fast it was', () => {
  const { at, lines } = linesOf([run(1, [1, 10], [2, 0], [4, 30]), run(2, [2, 18])])
  expect(at).toEqual([1, 2, 4])
  expect(lines.map(({ values }) => values)).toEqual([
    [10, null, 30],
    [null, 18, null],
  ])
  expect(new Set(lines.map(({ name }) => name)).size).toBe(2)
})

test('a run alone is not told by its date', () => {
  expect(linesOf([run(1, [1, 10])]).lines[0]?.name).toBe('m, cpu, 512 tokens')
})

test.each([
  ['1, 2 4;8', [1, 2, 4, 8]],
  ['', []],
  ['1, many', null],
])('%j is %j', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})
