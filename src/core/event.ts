import type { ErrorReport } from './errors.ts'

/**
 * What an engine says while it works, in order:
 * `prompt-progress`+ `text-delta`* `usage` `finish`, or an `error` at any point, which ends the stream.
 * At least one `prompt-progress` comes before any text, so that whoever cuts an answer short knows the prompt's size.
 */
export type EngineEvent = PromptProgress | TextDelta | Usage | Finish | EngineFailure

/** Prompt tokens processed so far. `cached` of them were taken from an earlier request's cache. */
export interface PromptProgress {
  readonly type: 'prompt-progress'
  readonly done: number
  readonly total: number
  readonly cached: number
}

/**
 * Text that is certain: whole characters only. `tokens` counts the generated tokens since the last delta, so a
 * character spread over three tokens arrives as one delta of three; a delta may also count tokens and carry no text.
 */
export interface TextDelta {
  readonly type: 'text-delta'
  readonly text: string
  readonly tokens: number
}

export interface Usage {
  readonly type: 'usage'
  readonly promptTokens: number
  /** Every token generated, an end-of-turn token included. */
  readonly completionTokens: number
  readonly cachedTokens: number
}

export interface Finish {
  readonly type: 'finish'
  readonly reason: FinishReason
}

/** `stop`: the model ended its turn or a stop string was reached. `length`: a limit was reached. */
export type FinishReason = 'stop' | 'length'

export interface EngineFailure {
  readonly type: 'error'
  readonly error: ErrorReport
}
