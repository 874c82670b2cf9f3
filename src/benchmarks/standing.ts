import type { BenchmarkResult, Measure } from '../core/benchmark.ts'

/** Points of a result, of a hundred; the rest is how long it took to load. */
const SHARES = { speed: 0.5, firstToken: 0.3, total: 0.1, load: 0.1 } as const
const FAILED = -25
/** From here on a long load costs up to a fifth. */
const LONG_LOAD_MS = 30_000
const LONG_LOAD_COST = 0.2

/** InferBridge's points: each result against the best of its run. */
export function scoresOf(results: readonly BenchmarkResult[]): readonly number[] {
  const measured = results.flatMap(({ measure }) => measure ?? [])
  const best = {
    speed: Math.max(...measured.map(wholeSpeed)),
    firstToken: Math.min(...measured.map(({ firstTokenMs }) => firstTokenMs.median)),
    total: Math.min(...measured.map(({ totalMs }) => totalMs.median)),
    load: Math.min(...measured.map(({ loadMs }) => loadMs ?? 0)),
  }
  return results.map(({ measure }) => {
    if (measure === null) return FAILED
    const load = measure.loadMs ?? 0
    const late = Math.min(1, Math.max(0, load - LONG_LOAD_MS) / LONG_LOAD_MS)
    const points =
      SHARES.speed * share(wholeSpeed(measure), best.speed) +
      SHARES.firstToken * share(best.firstToken, measure.firstTokenMs.median) +
      SHARES.total * share(best.total, measure.totalMs.median) +
      SHARES.load * share(best.load, load) -
      LONG_LOAD_COST * late
    return hundredths(100 * points)
  })
}

/** Tokens a second of a whole answer, its prompt included, as InferBridge counts. */
export function wholeSpeed({ completionTokens, totalMs }: Measure): number {
  return totalMs.median > 0 ? (1000 * completionTokens) / totalMs.median : 0
}

/** The place of the best that was measured; `null`: all failed. */
export function bestOf(results: readonly BenchmarkResult[]): number | null {
  const scores = scoresOf(results)
  const places = results.flatMap(({ measure }, place) => (measure === null ? [] : [place]))
  return places.toSorted((a, b) => (scores[b] ?? FAILED) - (scores[a] ?? FAILED))[0] ?? null
}

/** Nothing of nothing is as good as it gets. */
function share(part: number, whole: number): number {
  return whole <= 0 ? 1 : part / whole
}

/** To two digits after the point. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
