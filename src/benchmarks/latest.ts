import { type BenchmarkRun, decodeSpeedOf } from '../core/benchmark.ts'

/** How fast each model answered when it was last measured, in tokens a second. @param runs newest first */
export function latestSpeeds(runs: readonly BenchmarkRun[]): ReadonlyMap<string, number> {
  const measured = runs.flatMap(({ results }) =>
    results.flatMap((result) => {
      const speed = decodeSpeedOf(result)
      return speed === null ? [] : [[result.model, speed] as const]
    }),
  )
  return new Map(measured.toReversed())
}
