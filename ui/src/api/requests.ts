import { requestJson } from './request.ts'

/** A request that a model works for, or has worked for. */
export interface ModelRequest {
  readonly id: string
  readonly route: string
  readonly owner: string
  readonly model: string
  /** Seconds since the Unix epoch. */
  readonly started_at: number
  readonly status: 'loading' | 'waiting' | 'reading' | 'writing' | 'ok' | 'failed' | 'cancelled'
  readonly prompt_tokens: number
  readonly cached_tokens: number
  readonly completion_tokens: number
  readonly first_token_ms: number | null
  readonly latency_ms: number | null
}

export interface RequestList {
  readonly data: readonly ModelRequest[]
  /** How many that are over are kept at most; 0: none is. */
  readonly kept: number
}

export interface RequestDetail extends ModelRequest {
  readonly runs: readonly {
    readonly tasks: readonly Readonly<Record<string, unknown>>[]
    readonly prompt_token_ids: readonly (readonly number[] | null)[]
    readonly events: readonly EngineWord[]
  }[]
  readonly truncated: boolean
}

/** What the engine said, and when, after the request's arrival. */
export interface EngineWord {
  readonly ms: number
  readonly task: number
  readonly event: Readonly<Record<string, unknown>>
}

/** Those that run, the oldest first, then those that are kept, the newest first. */
export function listRequests(signal: AbortSignal): Promise<RequestList> {
  return requestJson('v1/requests', { signal })
}

export function readRequest(id: string, signal: AbortSignal): Promise<RequestDetail> {
  return requestJson(`v1/requests/${encodeURIComponent(id)}`, { signal })
}

export function isRunning({ status }: ModelRequest): boolean {
  return ['loading', 'waiting', 'reading', 'writing'].includes(status)
}

export async function endRequest(id: string): Promise<void> {
  await requestJson(`v1/requests/${encodeURIComponent(id)}/cancel`, { method: 'POST' })
}
