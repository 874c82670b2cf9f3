import type { BenchmarkRun } from '../api/benchmarks.ts'

/**
 * A line of a plot: tokens a second, all answers together, at each number of answers; `null`: not measured
 * there, or too short to tell.
 */
export interface Line {
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface Lines {
  /** Numbers of answers at once. */
  readonly at: readonly number[]
  readonly lines: readonly Line[]
}

/** The lines of some runs over the numbers of answers at once that any of them has. */
export function linesOf(runs: readonly BenchmarkRun[]): Lines {
  const series = runs.flatMap((run) => run.series.map((one) => ({ run, ...one })))
  const all = series.flatMap(({ points }) => points.map(({ concurrency }) => concurrency))
  const at = [...new Set(all)].sort((a, b) => a - b)
  const lines = series.map(({ run, model, device, prompt_tokens, points }) => {
    const byConcurrency = new Map(points.map((point) => [point.concurrency, point.together_tokens_per_second]))
    const when = runs.length > 1 ? [new Date(run.created_at * 1000).toLocaleString()] : []
    const size = prompt_tokens === null ? [] : [`${prompt_tokens} tokens`]
    return {
      name: [model, device, ...size, ...when].join(', '),
      values: at.map((concurrency) => byConcurrency.get(concurrency) || null),
    }
  })
  return { at, lines }
}
