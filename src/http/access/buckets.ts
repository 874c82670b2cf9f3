import type { Clock } from '../../core/clock.ts'

interface Bucket {
  level: number
  atMs: number
  readonly perMinute: number
}

/** Subjects remembered at most; whoever came longest ago goes first, and starts afresh. */
const MAX_SUBJECTS = 10_000
const MINUTE_MS = 60_000

/**
 * How much each subject may still take: at most as much as a minute allows, which comes back evenly. What is only known
 * afterwards is taken afterwards, and may leave a debt.
 */
export class Buckets {
  readonly #clock: Clock
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Seconds until `amount` could be taken; 0: now. */
  wait(subject: string, perMinute: number, amount: number): number {
    const { level } = this.#filled(subject, perMinute)
    const missing = Math.min(amount, perMinute) - level
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * MINUTE_MS) / perMinute / 1000))
  }

  take(subject: string, perMinute: number, amount: number): void {
    this.#filled(subject, perMinute).level -= amount
  }

  #filled(subject: string, perMinute: number): Bucket {
    const now = this.#clock.now()
    const before = this.#buckets.get(subject)
    const bucket = before?.perMinute === perMinute ? before : { level: perMinute, atMs: now, perMinute }
    const refill = (Math.max(0, now - bucket.atMs) * perMinute) / MINUTE_MS
    bucket.level = Math.min(perMinute, bucket.level + refill)
    bucket.atMs = now
    this.#buckets.delete(subject)
    this.#buckets.set(subject, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > MAX_SUBJECTS && oldest !== undefined) this.#buckets.delete(oldest)
    return bucket
  }
}
