import type { Result } from './rounds.ts'
import { pairedRatios, type Spread, spread } from './statistics.ts'
import type { Summary } from './summary.ts'

/** What is compared, and which way is better. */
export const METRICS = {
  'tok/s': { of: (summary: Summary) => summary.tokensPerSecond, better: 'more' },
  'req/s': { of: (summary: Summary) => summary.requestsPerSecond, better: 'more' },
  'TTFT p50': { of: (summary: Summary) => summary.ttftMs.p50, better: 'less' },
  'gap p50': { of: (summary: Summary) => summary.gapMs.p50, better: 'less' },
} as const

export type Metric = keyof typeof METRICS

/** One target against the first, at one level. */
export interface Comparison {
  readonly target: number
  readonly concurrency: number
  readonly metric: Metric
  /** How many times better than the first target, round by round; below 1 is worse. `null`: never both measured. */
  readonly gain: Spread | null
}

/** Every target but the first, at every level, in every metric. */
export function compare(results: readonly Result[]): Comparison[] {
  const targets = unique(results.map((result) => result.target)).filter((target) => target !== 0)
  const levels = unique(results.map((result) => result.concurrency))
  return targets.flatMap((target) =>
    levels.flatMap((concurrency) =>
      (Object.keys(METRICS) as Metric[]).map((metric) => {
        const series = (which: number) => seriesOf(results, which, concurrency, metric)
        const [mine, first] = [series(target), series(0)]
        const ratios = METRICS[metric].better === 'more' ? pairedRatios(mine, first) : pairedRatios(first, mine)
        return { target, concurrency, metric, gain: spread(ratios) }
      }),
    ),
  )
}

/** One metric of one target at one level, round by round. */
export function seriesOf(
  results: readonly Result[],
  target: number,
  concurrency: number,
  metric: Metric,
): (number | null)[] {
  return results
    .filter((result) => result.target === target && result.concurrency === concurrency)
    .toSorted((a, b) => a.round - b.round)
    .map((result) => METRICS[metric].of(result.summary))
}

export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
