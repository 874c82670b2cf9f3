import { quantile } from '../spread.ts'

/** The value below which `share` (0–1) of the values lie, between neighbours linearly; `null` without values. */
export function percentile(values: readonly number[], share: number): number | null {
  return values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        share,
      )
}

/** A middle value and how far the others lie from it. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** `null` without values. */
export function spread(values: readonly number[]): Spread | null {
  const median = percentile(values, 0.5)
  return median === null ? null : { median, min: Math.min(...values), max: Math.max(...values) }
}

/**
 * What became of `base` in `other`, pair by pair. Values of one round belong together: the machine's mood moves both,
 * and their ratio stays. Pairs that lack a value, or divide by zero, are left out.
 */
export function pairedRatios(other: readonly (number | null)[], base: readonly (number | null)[]): number[] {
  return other.flatMap((value, round) => {
    const reference = base[round]
    return value == null || reference == null || reference === 0 ? [] : [value / reference]
  })
}
