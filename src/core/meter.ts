/** One answer of the transport, whatever it was. */
export interface HttpAnswer {
  readonly method: string
  /** The route's pattern; `null`: there is no such route. */
  readonly route: string | null
  readonly status: number
  readonly ms: number
}

/**
 * `ok`: answered in full. `failed`: an error was told, at once or in the middle. `cancelled`: the client left before the
 * end.
 */
export type Outcome = 'ok' | 'failed' | 'cancelled'

/** One request that a model worked for, when it is over. */
export interface FinishedRequest {
  readonly requestId: string
  /** Such as `POST /v1/chat/completions`. */
  readonly route: string
  /** The key's id, or `anonymous`. */
  readonly owner: string
  readonly model: string
  readonly outcome: Outcome
  /** HTTP status of its beginning. */
  readonly status: number
  /** Milliseconds since the Unix epoch. */
  readonly startedMs: number
  /** From its arrival to its end. */
  readonly latencyMs: number
  /** From its arrival to the first token; `null`: there was none. */
  readonly firstTokenMs: number | null
  /** From the first token to the last. */
  readonly generatingMs: number
  readonly promptTokens: number
  /** Of the prompt, taken from an earlier request's cache. */
  readonly cachedTokens: number
  readonly completionTokens: number
}

/** Whoever counts. None of it may throw. */
export interface Meter {
  answered(answer: HttpAnswer): void
  finished(request: FinishedRequest): void
}

/** Tells all of them. */
export function meters(all: readonly Partial<Meter>[]): Meter {
  return {
    answered: (answer) => {
      for (const meter of all) meter.answered?.(answer)
    },
    finished: (request) => {
      for (const meter of all) meter.finished?.(request)
    },
  }
}
