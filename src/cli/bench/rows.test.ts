import { expect, test } from 'vitest'
import type { BenchmarkRun } from '../../core/benchmark.ts'
import { linesOfRuns } from './lines.ts'
import { comparisonOf, rowsOf } from './rows.ts'

const spread = (median: number) => ({ median, least: median - 1, most: median + 1 })

interface Given {
  readonly promptTokens: number | null
  readonly maxTokens: number
  readonly concurrency?: number
  /** Tokens a second; the engine's own clock finds ten more. */
  readonly speed?: number
}

function run(id: string, results: readonly Given[], fingerprint = 'f'): BenchmarkRun {
  return {
    id,
    hardware: { fingerprint },
    results: results.map(({ promptTokens, maxTokens, concurrency = 1, speed }) => ({
      ...{ model: 'm', device: 'auto', promptTokens, maxTokens, concurrency, subject: null },
      error: speed === undefined ? 'it broke' : null,
      measure: speed === undefined ? null : measured(speed),
    })),
  } as unknown as BenchmarkRun
}

function measured(speed: number) {
  return {
    promptTokens: 20,
    prefillSpeed: spread(100 * speed),
    decodeSpeed: spread(speed),
    togetherSpeed: spread(3 * speed),
    firstTokenMs: spread(5),
    engine: { prefillSpeed: spread(100 * speed + 10), decodeSpeed: spread(speed + 10) },
  }
}

test('tests are named and counted as llama-bench does; side by side, the tokens of all count', () => {
  const rows = rowsOf(
    run('a', [
      { promptTokens: 512, maxTokens: 2, speed: 10 },
      { promptTokens: 8, maxTokens: 129, speed: 10 },
      { promptTokens: 8, maxTokens: 129, concurrency: 4, speed: 10 },
      { promptTokens: 512, maxTokens: 64, speed: 10 },
      { promptTokens: null, maxTokens: 64, speed: 10 },
      { promptTokens: 4096, maxTokens: 2 },
    ]),
  )
  expect(rows.map(({ test: name, speed, error }) => [name, speed?.median ?? error])).toEqual([
    ['pp512', 1010],
    ['tg128', 20],
    ['tg128 4x', 30],
    ['pp512', 1010],
    ['tg64 @ 512', 20],
    ['pp20', 1010],
    ['tg64 @ 20', 20],
    ['pp4096', 'it broke'],
  ])
})

test('runs are compared test by test; only ranges that are apart say something', () => {
  const a = run('a', [
    { promptTokens: 8, maxTokens: 65, speed: 10 },
    { promptTokens: 64, maxTokens: 2, speed: 10 },
  ])
  const b = run(
    'b',
    [
      { promptTokens: 8, maxTokens: 65, speed: 11 },
      { promptTokens: 64, maxTokens: 2, speed: 5 },
    ],
    'g',
  )
  const { rows, data } = comparisonOf([a, b])
  expect(rows).toEqual([
    ['m', 'auto', 'tg64', '20.00', '21.00', '1.05', 'unclear'],
    ['m', 'auto', 'pp64', '1010.00', '510.00', '0.50', 'worse'],
  ])
  expect(data).toMatchObject({ a: 'a', b: 'b', same_hardware: false })
})

test('a plot has what was written, by answers at once', () => {
  const results = [
    { promptTokens: 512, maxTokens: 2, speed: 10 },
    { promptTokens: 8, maxTokens: 65, concurrency: 4, speed: 9 },
    { promptTokens: 8, maxTokens: 65, speed: 10 },
  ]
  expect(linesOfRuns([run('a', results)])).toEqual([
    {
      name: 'm on auto',
      points: [
        [1, 30],
        [4, 27],
      ],
    },
  ])
})
