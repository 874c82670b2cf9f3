import type { FinishedRequest } from '../../core/meter.ts'
import type { RequestTrace, RunningRequest } from '../../core/running.ts'

/** A request that is over, and what its models were asked and said. */
export interface KeptRequest {
  readonly request: FinishedRequest
  readonly trace: RequestTrace
}

/** What is known of requests while models work for them and, where that is wanted, after. */
export interface Requests {
  /** Those that a model works for, or will; the oldest first. */
  running(): readonly RunningRequest[]
  /** The last ones that are over, newest first: as many as the settings say. */
  kept(): readonly KeptRequest[]
  /** How many are kept at most; 0: none. */
  readonly room: number
  /** What has come so far of one that runs; `null`: there is none of this id, or nothing is kept. */
  traceOf(requestId: string): RequestTrace | null
  /** Ends all of this id, as if their clients had left, but they are told; how many there were. */
  end(requestId: string): number
}

/** One that is open. */
export interface OpenRequest {
  /** `null`: no model was asked for. */
  state(): RunningRequest | null
  trace(): RequestTrace | null
  end(): void
}

/** Every request that is open, and the last ones that were. */
export class RequestBook implements Requests {
  readonly room: number
  readonly #open = new Map<OpenRequest, string>()
  readonly #kept: KeptRequest[] = []

  /** @param room how many requests that are over are kept */
  constructor(room: number) {
    this.room = room
  }

  add(requestId: string, request: OpenRequest): void {
    this.#open.set(request, requestId)
  }

  remove(request: OpenRequest): void {
    this.#open.delete(request)
  }

  keep(request: FinishedRequest, trace: RequestTrace): void {
    this.#kept.unshift({ request, trace })
    this.#kept.length = Math.min(this.#kept.length, this.room)
  }

  running(): readonly RunningRequest[] {
    return [...this.#open.keys()].flatMap((request) => request.state() ?? [])
  }

  /** What the open requests of an owner have cost so far. */
  tokensOf(owner: string): number {
    const own = this.running().filter((request) => request.owner === owner)
    return own.reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0)
  }

  kept(): readonly KeptRequest[] {
    return this.#kept
  }

  traceOf(requestId: string): RequestTrace | null {
    return this.#of(requestId)[0]?.trace() ?? null
  }

  end(requestId: string): number {
    const requests = this.#of(requestId)
    for (const request of requests) request.end()
    return requests.length
  }

  #of(requestId: string): readonly OpenRequest[] {
    return [...this.#open].flatMap(([request, id]) => (id === requestId && request.state() !== null ? [request] : []))
  }
}
