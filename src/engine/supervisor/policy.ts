/** When to try again, and when not to. All times in milliseconds. */
export interface SupervisorPolicy {
  /** Crashes without a finished task in between at which the circuit opens. */
  readonly crashLimit: number
  /** Wait before the first restart; doubles with every further crash. */
  readonly backOffMs: number
  readonly backOffMaxMs: number
  /** An open circuit refuses for this long; then one start is allowed, and the next crash opens it again. */
  readonly coolDownMs: number
  /** A failed load is not tried again for this long, unless the file has changed. */
  readonly loadRetryMs: number
  /** How long an engine that is asked to end may take over it. */
  readonly endMs: number
}

export const DEFAULT_POLICY: SupervisorPolicy = {
  crashLimit: 3,
  backOffMs: 250,
  backOffMaxMs: 10_000,
  coolDownMs: 30_000,
  loadRetryMs: 10_000,
  endMs: 5000,
}

/** The pause before the restart that follows the `crashes`-th crash in a row. */
export function restartDelay(policy: SupervisorPolicy, crashes: number): number {
  return Math.min(policy.backOffMs * 2 ** (crashes - 1), policy.backOffMaxMs)
}
