import { type BenchmarkResult, ownSpeeds } from '../core/benchmark.ts'

/** A line of the plot of speed against answers side by side: one model on one device, with one size of prompts. */
export interface Series {
  readonly model: string
  readonly device: string
  /** `null`: the prompt as it is. */
  readonly promptTokens: number | null
  /** By concurrency, ascending. */
  readonly points: readonly SeriesPoint[]
}

export interface SeriesPoint {
  readonly concurrency: number
  /** Of all answers, in tokens a second. */
  readonly togetherSpeed: number
  /** Of each, by `ownSpeeds`. */
  readonly decodeSpeed: number
  readonly firstTokenMs: number
}

/** What was measured, as lines; failures are no points. */
export function seriesOf(results: readonly BenchmarkResult[]): readonly Series[] {
  const lines = new Map<string, Series & { points: SeriesPoint[] }>()
  for (const { model, device, promptTokens, concurrency, measure } of results) {
    if (measure === null) continue
    const key = JSON.stringify([model, device, promptTokens])
    const line = lines.get(key) ?? { model, device, promptTokens, points: [] }
    lines.set(key, line)
    line.points.push({
      concurrency,
      togetherSpeed: measure.togetherSpeed.median,
      decodeSpeed: ownSpeeds(measure).decodeSpeed.median,
      firstTokenMs: measure.firstTokenMs.median,
    })
  }
  return [...lines.values()].map((line) => ({
    ...line,
    points: line.points.toSorted((a, b) => a.concurrency - b.concurrency),
  }))
}
