import type { Telemetry } from '../api/activity.ts'

/** How the server was at a moment. */
export interface Sample {
  /** Seconds since the Unix epoch. */
  readonly at: number
  readonly cpuPercent: number
  readonly usedBytes: number
  /** Tokens a second since the sample before; 0 for the first. */
  readonly tokensPerSecond: number
  readonly completionTokens: number
}

/** As many as an hour has at one every two seconds. */
const MOST = 1800

/** The samples with one more. A server that was started anew counts from nothing. */
export function withSample(
  samples: readonly Sample[],
  { generated_at, cpu, memory, usage }: Telemetry,
): readonly Sample[] {
  const before = samples.at(-1)
  const completionTokens = usage.totals.completion_tokens
  const seconds = before === undefined ? 0 : generated_at - before.at
  if (before !== undefined && seconds <= 0) return samples
  const made = before === undefined ? 0 : Math.max(0, completionTokens - before.completionTokens)
  const sample = {
    at: generated_at,
    cpuPercent: cpu.percent,
    usedBytes: memory.total_bytes - memory.available_bytes,
    tokensPerSecond: seconds > 0 ? made / seconds : 0,
    completionTokens,
  }
  return [...samples, sample].slice(-MOST)
}
