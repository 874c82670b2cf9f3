import type { ModelFigures } from './figures.ts'
import type { Site } from './sites.ts'

/** Of what makers tell of a chip, what engines come to. */
const BANDWIDTH_USED = 0.65
const OPERATIONS_USED = 0.4

/** Tokens a second. */
export interface Speeds {
  readonly prefill: number
  readonly decode: number
}

/** A speed, and where it is from. */
export interface SpeedFigure {
  readonly tokensPerSecond: number
  /** `measured`: on this machine, this model. */
  readonly source: 'measured' | 'estimated'
  /** What it would be by the rule alone. */
  readonly estimated: number
  /** How far the rule is off, as a share of what was measured: of this model, else of those measured here. `null`: nobody knows. */
  readonly estimateError: number | null
}

/** Each token reads the weights that work on it, and computes twice with each: whichever takes longer. */
export function estimateSpeeds(
  { weightBytes, parameters, activeParameters }: ModelFigures,
  { bandwidth, operations }: Site,
): Speeds {
  const activeBytes = weightBytes * (activeParameters / parameters)
  const computed = (OPERATIONS_USED * operations) / (2 * activeParameters)
  return { prefill: computed, decode: Math.min(computed, (BANDWIDTH_USED * bandwidth) / activeBytes) }
}

/** @param usualError of the rule on this machine; `null`: unknown */
export function speedFigure(measured: number | null, estimated: number, usualError: number | null): SpeedFigure {
  if (measured === null)
    return { tokensPerSecond: estimated, source: 'estimated', estimated, estimateError: usualError }
  return {
    tokensPerSecond: measured,
    source: 'measured',
    estimated,
    estimateError: Math.abs(estimated / measured - 1),
  }
}
