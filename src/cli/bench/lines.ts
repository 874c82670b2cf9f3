import { unique } from '../../benchmarks/client/compare.ts'
import type { Result } from '../../benchmarks/client/rounds.ts'
import { percentile } from '../../benchmarks/client/statistics.ts'
import type { Target } from '../../benchmarks/client/target.ts'
import type { PlotLine } from '../../benchmarks/plot.ts'
import { seriesOf } from '../../benchmarks/series.ts'
import type { BenchmarkRun } from '../../core/benchmark.ts'
import { letterOf } from './report.ts'
import { SHORT_ANSWER, SHORT_PROMPT } from './rows.ts'

/** Of each run, what it wrote and how fast, where that is told: a line for each model, device and size of prompts. */
export function linesOfRuns(runs: readonly BenchmarkRun[]): readonly PlotLine[] {
  return runs.flatMap(({ id, results }) => {
    const written = results.filter(({ maxTokens }) => maxTokens > SHORT_ANSWER)
    return seriesOf(written).map(({ model, device, promptTokens, points }) => {
      const depth = promptTokens === null || promptTokens === SHORT_PROMPT ? '' : ` after ${promptTokens}`
      const name = `${model} on ${device}${depth}${runs.length > 1 ? `, ${id}` : ''}`
      const telling = points.filter(({ togetherSpeed }) => togetherSpeed > 0)
      return { name, points: telling.map(({ concurrency, togetherSpeed }) => [concurrency, togetherSpeed] as const) }
    })
  })
}

/** Of each server, the median of its rounds that tell; a level that nothing tells of is no point. */
export function linesOfTargets(targets: readonly Target[], results: readonly Result[]): readonly PlotLine[] {
  return targets.map(({ url, model }, target) => {
    const mine = results.filter((result) => result.target === target)
    const points = unique(mine.map(({ concurrency }) => concurrency)).flatMap((level) => {
      const rounds = mine.filter(({ concurrency }) => concurrency === level)
      const speeds = rounds.flatMap(({ summary }) => summary.decodePerSecond ?? [])
      const median = percentile(speeds, 0.5)
      return median === null ? [] : [[level, median] as const]
    })
    const name = `${model} at ${url.host}`
    return {
      name: targets.length > 1 ? `${letterOf(target)}  ${name}` : name,
      points: points.toSorted(([a], [b]) => a - b),
    }
  })
}
