import type { Clock } from '../core/clock.ts'
import type { Meter } from '../core/meter.ts'
import type { Database } from './database.ts'

/** What was asked with one key, since it was first used. */
export interface KeyUsage {
  /** The key's id; `anonymous`: without one. */
  readonly key: string
  readonly requests: number
  readonly failed: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** All requests together. */
  readonly latencyMs: number
  /** Since the Unix epoch. */
  readonly lastUsedMs: number
}

export type KeyUse = Omit<KeyUsage, 'key' | 'lastUsedMs'>

export const COUNTERS = ['requests', 'failed', 'promptTokens', 'completionTokens', 'latencyMs'] as const

/** Counters that outlive the server. */
export interface KeyUsages {
  add(key: string, use: KeyUse): Promise<void>
  /** `null`: it was never used. */
  of(key: string): Promise<KeyUsage | null>
  /** By their keys. Rejects with `shared_store_away` where they are a shared server's that is. */
  all(): Promise<readonly KeyUsage[]>
}

export function createKeyUsages(database: Database, clock: Clock): KeyUsages {
  const columns = `key, requests, failed, prompt_tokens AS promptTokens, completion_tokens AS completionTokens,
    latency_ms AS latencyMs, last_used_ms AS lastUsedMs`
  return {
    async add(key, { requests, failed, promptTokens, completionTokens, latencyMs }) {
      database.run(
        `INSERT INTO key_usage VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
          requests = requests + excluded.requests,
          failed = failed + excluded.failed,
          prompt_tokens = prompt_tokens + excluded.prompt_tokens,
          completion_tokens = completion_tokens + excluded.completion_tokens,
          latency_ms = latency_ms + excluded.latency_ms,
          last_used_ms = excluded.last_used_ms`,
        key,
        requests,
        failed,
        promptTokens,
        completionTokens,
        Math.round(latencyMs),
        clock.now(),
      )
    },
    of: async (key) =>
      (database.all(`SELECT ${columns} FROM key_usage WHERE key = ?`, key)[0] as KeyUsage | undefined) ?? null,
    all: async () => database.all(`SELECT ${columns} FROM key_usage ORDER BY key`) as unknown as readonly KeyUsage[],
  }
}

/** Of one key, both added up. */
export function together(one: KeyUsage | undefined, other: KeyUsage): KeyUsage {
  if (one === undefined) return other
  const sums = COUNTERS.map((name) => [name, one[name] + other[name]])
  return { ...other, ...Object.fromEntries(sums), lastUsedMs: Math.max(one.lastUsedMs, other.lastUsedMs) }
}

/** Writes down every request that is over. What keeps one from being written is told, and fails no request. */
export function keyMeter(usages: KeyUsages, failed: (error: unknown) => void): Pick<Meter, 'finished'> {
  return {
    finished({ owner, outcome, promptTokens, completionTokens, latencyMs }) {
      const failures = outcome === 'failed' ? 1 : 0
      usages.add(owner, { requests: 1, failed: failures, promptTokens, completionTokens, latencyMs }).catch(failed)
    },
  }
}
