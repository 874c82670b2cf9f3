import { expect, test } from 'vitest'
import type { BenchmarkRun } from '../../core/benchmark.ts'
import { comparisonOf } from './comparison.ts'
import { linesOfRuns } from './lines.ts'
import { rowsOf, sheetOf } from './rows.ts'
import { printSheet } from './sheet.ts'

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
      ...{ model: 'm', device: 'auto', promptTokens, maxTokens, concurrency, atMs: 0, subject: null },
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
  expect(data).toMatchObject({ a: 'a', b: 'b', same_hardware: false, note: null })
})

test('runs that measured nothing alike are said to, in the place of a table and in the data', () => {
  const reading = run('a', [{ promptTokens: 64, maxTokens: 2, speed: 10 }])
  const writing = run('b', [{ promptTokens: 8, maxTokens: 65, speed: 10 }])
  const sheet = comparisonOf([reading, writing])
  const words = 'These runs have no test in common: the same model on the same device, asked in the same way.'
  expect([printSheet(sheet, 'table'), printSheet(sheet, 'md')]).toEqual([words, words])
  expect(JSON.parse(printSheet(sheet, 'json'))).toMatchObject({ rows: [], note: words })
  expect(printSheet(sheet, 'csv')).toMatch(/^model,device,test,a_median_ts,.*verdict$/)
})

test('CSV has figures for programs, in columns named as llama-bench names them', () => {
  const subject = { weightBytes: 2_202_009, parameters: 2_020_000, engineVersion: 'b1', threads: 4, gpuLayers: 0 }
  const known = (given: BenchmarkRun): BenchmarkRun =>
    ({ ...given, results: given.results.map((result) => ({ ...result, subject })) }) as unknown as BenchmarkRun
  const measured = run('a', [
    { promptTokens: 512, maxTokens: 2, speed: 10 },
    { promptTokens: 8, maxTokens: 129, concurrency: 4, speed: 1000.12345 },
    { promptTokens: 100, maxTokens: 16 },
  ])
  expect(printSheet(sheetOf([known(measured)], []), 'csv').split('\n')).toEqual([
    'model,device,model_size,model_n_params,engine,n_threads,n_gpu_layers,test,n_prompt,n_gen,n_depth,concurrency,test_time,median_ts,min_ts,max_ts,error',
    'm,auto,2202009,2020000,b1,4,0,pp512,512,0,0,1,1970-01-01T00:00:00.000Z,1010,1009,1011,',
    'm,auto,2202009,2020000,b1,4,0,tg128 4x,0,128,0,4,1970-01-01T00:00:00.000Z,3000.37,2999.37,3001.37,',
    'm,auto,2202009,2020000,b1,4,0,pp100,100,0,0,1,1970-01-01T00:00:00.000Z,,,,it broke',
    'm,auto,2202009,2020000,b1,4,0,tg16 @ 100,0,16,100,1,1970-01-01T00:00:00.000Z,,,,it broke',
  ])
})

test('a plot has what was written, by answers at once', () => {
  const results = [
    { promptTokens: 512, maxTokens: 2, speed: 10 },
    { promptTokens: 8, maxTokens: 65, concurrency: 4, speed: 9 },
    { promptTokens: 8, maxTokens: 65, speed: 10 },
    { promptTokens: 8, maxTokens: 65, concurrency: 8, speed: 0 },
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
