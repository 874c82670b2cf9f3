import type { BenchmarkRun } from '../core/benchmark.ts'

/** How fast each model answered when it was last measured, in tokens a second. @param runs newest first */
export function latestSpeeds(runs: readonly BenchmarkRun[]): ReadonlyMap<string, number> {
  const measured = runs.flatMap(({ results }) =>
    results.flatMap(({ model, measure }) => (measure === null ? [] : [[model, measure.decodeSpeed.median] as const])),
  )
  return new Map(measured.filter(([, speed]) => speed > 0).toReversed())
}
