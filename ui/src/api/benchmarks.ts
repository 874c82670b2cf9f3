import { showJob } from './jobs.ts'
import { requestJson } from './request.ts'

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** What the page reads of a measurement. */
export interface BenchmarkResult {
  readonly model: string
  readonly device: string
  readonly prompt_tokens: number | null
  readonly concurrency: number
  readonly error: string | null
  readonly measure: {
    readonly prompt_tokens: number
    readonly ttft_ms: Spread
    readonly prefill_tokens_per_second: Spread
    readonly decode_tokens_per_second: Spread
    readonly together_tokens_per_second: Spread
    readonly inter_token_ms: { readonly p50: number; readonly p95: number }
  } | null
}

/** Speed against answers side by side. */
export interface Series {
  readonly model: string
  readonly device: string
  readonly prompt_tokens: number | null
  readonly points: readonly { readonly concurrency: number; readonly together_tokens_per_second: number }[]
}

export interface BenchmarkRun {
  readonly id: string
  readonly occasion: 'asked' | 'first-load'
  /** Seconds since the Unix epoch. */
  readonly created_at: number
  readonly version: string
  readonly hardware: { readonly fingerprint: string; readonly cpu: string | null; readonly cores: number }
  readonly results: readonly BenchmarkResult[]
  readonly series: readonly Series[]
}

export interface BenchmarkWish {
  readonly model: string
  readonly devices?: readonly string[]
  readonly prompt_tokens?: readonly number[]
  readonly concurrency: readonly number[]
  readonly max_tokens: number
  readonly runs: number
}

/** The last runs, the latest first. */
export async function listBenchmarks(signal: AbortSignal): Promise<readonly BenchmarkRun[]> {
  return (await requestJson<{ data: readonly BenchmarkRun[] }>('v1/benchmarks?limit=50', { signal })).data
}

/** Begins one, as a job. */
export async function runBenchmark(wish: BenchmarkWish): Promise<void> {
  showJob(await requestJson('v1/benchmarks/run', { body: { ...wish, wait: false } }))
}

export async function deleteBenchmark(id: string): Promise<void> {
  await requestJson(`v1/benchmarks/${encodeURIComponent(id)}`, { method: 'DELETE' })
}
