import type { Clock } from '../core/clock.ts'

/** What one subject may use up: as much as a minute allows, which comes back evenly. */
export interface Bucket {
  /** Whose and of what; of another rate it is another bucket. */
  readonly subject: string
  readonly perMinute: number
}

/**
 * How much each subject may still take. What is only known afterwards is charged afterwards, and may leave a debt.
 */
export interface Buckets {
  /** Takes `amount` where at least `needed` is left. Seconds until that will be; 0: it was taken. */
  draw(bucket: Bucket, needed: number, amount: number): Promise<number>
  /** Takes `amount`, whatever is left. */
  charge(bucket: Bucket, amount: number): Promise<void>
}

interface Level {
  level: number
  atMs: number
}

/** Subjects remembered at most; whoever came longest ago goes first, and starts afresh. */
const MAX_SUBJECTS = 10_000
const MINUTE_MS = 60_000

/** Those of this process alone. */
export function createBuckets(clock: Clock): Buckets {
  const levels = new Map<string, Level>()

  const filled = ({ subject, perMinute }: Bucket): Level => {
    const name = `${perMinute} ${subject}`
    const now = clock.elapsed()
    const bucket = levels.get(name) ?? { level: perMinute, atMs: now }
    const refill = ((now - bucket.atMs) * perMinute) / MINUTE_MS
    bucket.level = Math.min(perMinute, bucket.level + refill)
    bucket.atMs = now
    levels.delete(name)
    levels.set(name, bucket)
    const [oldest] = levels.keys()
    if (levels.size > MAX_SUBJECTS && oldest !== undefined) levels.delete(oldest)
    return bucket
  }

  return {
    async draw(bucket, needed, amount) {
      const filling = filled(bucket)
      const missing = Math.min(needed, bucket.perMinute) - filling.level
      if (missing > 0) return Math.max(1, Math.ceil((missing * 60) / bucket.perMinute))
      filling.level -= amount
      return 0
    },
    async charge(bucket, amount) {
      filled(bucket).level -= amount
    },
  }
}
