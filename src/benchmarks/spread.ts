import type { Spread } from '../core/benchmark.ts'

/** Pieces that all come within this time were under way together: how fast they were written, their coming doesn't tell. */
export const TELLING_SPAN_MS = 2

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 }
}

/** Between two values, in proportion; 0 of none. @param sorted in ascending order @param share from 0 to 1 */
export function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}
