import { expect, test } from 'vitest'
import type { BenchmarkResult } from '../core/benchmark.ts'
import { seriesOf } from './series.ts'

function result(device: string, concurrency: number, speed: number | null): BenchmarkResult {
  const spread = (median: number) => ({ median, least: median, most: median })
  const measure = speed !== null && {
    ...{ togetherSpeed: spread(speed), decodeSpeed: spread(speed / concurrency), firstTokenMs: spread(7) },
  }
  const told = { model: 'm', device, promptTokens: 8, concurrency, measure: measure || null }
  return told as unknown as BenchmarkResult
}

test('a line for each device, its points by concurrency; what failed is no point', () => {
  const results = [result('cpu', 4, 40), result('cpu', 1, 20), result('cpu', 8, null), result('gpu', 1, 90)]
  const point = (concurrency: number, speed: number) => ({
    ...{ concurrency, togetherSpeed: speed, decodeSpeed: speed / concurrency, firstTokenMs: 7 },
  })
  expect(seriesOf(results)).toEqual([
    { model: 'm', device: 'cpu', promptTokens: 8, points: [point(1, 20), point(4, 40)] },
    { model: 'm', device: 'gpu', promptTokens: 8, points: [point(1, 90)] },
  ])
})

test('each answer is as fast as its engine says, where it does: short ones come in one piece', () => {
  const burst = result('cpu', 1, 30_000)
  const engine = { decodeSpeed: { median: 3773, least: 3700, most: 3800 } }
  const told = { ...burst, measure: { ...burst.measure, engine } } as BenchmarkResult
  expect(seriesOf([told])[0]?.points).toEqual([expect.objectContaining({ decodeSpeed: 3773 })])
})
