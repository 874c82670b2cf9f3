import { request, requestJson } from './request.ts'
import { readEvents } from './sse.ts'

export interface ServerEvent {
  readonly id: number
  /** Seconds since the Unix epoch. */
  readonly timestamp: number
  readonly level: 'info' | 'warning' | 'error'
  readonly type: string
  readonly model: string | null
  readonly message: string
}

export interface UsageTotals {
  readonly requests: number
  readonly failed: number
  readonly cancelled: number
  readonly prompt_tokens: number
  readonly cached_tokens: number
  readonly completion_tokens: number
  readonly average_time_to_first_token_ms: number | null
  readonly tokens_per_second: number | null
}

export interface Telemetry {
  readonly generated_at: number
  readonly version: string
  readonly uptime_seconds: number
  readonly memory: { readonly total_bytes: number; readonly available_bytes: number }
  readonly cpu: { readonly cores: number; readonly percent: number }
  readonly usage: { readonly totals: UsageTotals; readonly by_model: Readonly<Record<string, UsageTotals>> }
}

export function readTelemetry(signal: AbortSignal): Promise<Telemetry> {
  return requestJson('v1/system/telemetry', { signal })
}

/** What has happened lately, and then what happens, until `signal` aborts. */
export async function* followEvents(signal: AbortSignal): AsyncGenerator<ServerEvent, void> {
  const { body } = await request('v1/events?stream=true', { signal })
  if (body !== null) yield* readEvents<ServerEvent>(body)
}
