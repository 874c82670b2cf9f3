import type { EngineTask } from './task.ts'

/**
 * `loading`: its model is being loaded. `waiting`: in the model's line. `reading`: its prompt is being read. `writing`:
 * tokens come.
 */
export type RunningState = 'loading' | 'waiting' | 'reading' | 'writing'

/** One request that a model works for, or will. */
export interface RunningRequest {
  readonly requestId: string
  /** Such as `POST /v1/chat/completions`. */
  readonly route: string
  /** The key's id, or `anonymous`. */
  readonly owner: string
  readonly model: string
  readonly state: RunningState
  /** Milliseconds since the Unix epoch. */
  readonly startedMs: number
  readonly promptTokens: number
  /** Of the prompt, taken from an earlier request's cache. */
  readonly cachedTokens: number
  readonly completionTokens: number
}

/** What a model was asked in the course of a request, and what it said. */
export interface RequestTrace {
  readonly runs: readonly TracedRun[]
  /** Later events were not kept: there were too many. */
  readonly cut: boolean
}

/** Tasks that ran side by side. */
export interface TracedRun {
  readonly tasks: readonly EngineTask[]
  readonly events: readonly TracedEvent[]
}

export interface TracedEvent {
  /** From the request's arrival. */
  readonly ms: number
  readonly task: number
  /** As JSON. */
  readonly event: string
}
