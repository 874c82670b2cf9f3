import { ApiError } from '../api/request.ts'
import {
  beginResponse,
  cancelResponse,
  followResponse,
  type ResponseEvent,
  type ResponseRequest,
  readResponse,
} from '../api/responses.ts'
import { paced } from '../lib/paced.ts'
import { createStore, type Store } from '../lib/store.ts'
import { wordsOf } from '../lib/words.ts'
import { type Answer, advance, ended, NO_ANSWER } from './answer.ts'

const RETRY_MS = 1000

export interface LiveHandlers {
  /** It has an id now, under which it can be found again. */
  begun(responseId: string): void
  /** With the milliseconds until its first word, where that came while this page listened. */
  over(answer: Answer, cancelled: boolean, firstTokenMs: number | null): void
}

/** An answer under way, followed through lost connections to its end. */
export class LiveAnswer {
  readonly store: Store<Answer> = createStore(NO_ANSWER)
  readonly #handlers: LiveHandlers
  readonly #leaving = new AbortController()
  readonly #pace = paced(() => this.store.set(this.#answer))
  readonly #startedMs = performance.now()
  #answer: Answer = NO_ANSWER
  #firstTokenMs: number | null = null
  /** Who comes later doesn't know when the first word came. */
  #isWitness = true
  #stopped = false
  #isOver = false

  constructor(handlers: LiveHandlers) {
    this.#handlers = handlers
  }

  /** Has it made. */
  async begin(request: ResponseRequest): Promise<void> {
    try {
      await this.#read(await beginResponse(request, this.#leaving.signal))
    } catch (error) {
      if (this.#leaving.signal.aborted) return
      // Refused before there was anything to follow.
      if (this.#answer.responseId === null) return this.#end({ status: 'failed', error: reportOf(error) })
    }
    await this.#goOn()
  }

  /** Goes on with one that was begun before, by this page or another. */
  async resume(responseId: string): Promise<void> {
    this.#answer = { ...this.#answer, responseId }
    this.#isWitness = false
    await this.#goOn()
  }

  /** Ends it, here at once and on the server as soon as that hears of it. */
  stop(): void {
    if (this.#isOver) return
    this.#stopped = true
    const { responseId } = this.#answer
    if (responseId !== null) this.#cancel(responseId)
    this.#end({ status: 'completed' })
  }

  /** Stops listening; the server goes on. */
  leave(): void {
    this.#leaving.abort()
  }

  async #goOn(): Promise<void> {
    while (!this.#isOver && !this.#leaving.signal.aborted) {
      const { responseId, seen } = this.#answer
      if (responseId === null) return this.#end({ status: 'failed', error: LOST })
      try {
        const response = await readResponse(responseId)
        if (response.status === 'cancelled' || response.status === 'failed') {
          this.#stopped = response.status === 'cancelled'
          const items = response.output.length > this.#answer.items.length ? response.output : this.#answer.items
          return this.#end({ ...ended(response), items })
        }
        await this.#read(await followResponse(responseId, seen, this.#leaving.signal))
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400) return this.#end({ status: 'failed', error: LOST })
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  async #read(events: Awaited<ReturnType<typeof beginResponse>>): Promise<void> {
    for await (const event of events) {
      // What ends a stream without a last state is found out by asking.
      if (!('type' in event) || !('sequence_number' in event)) return
      this.#take(event)
      if (this.#isOver) return
    }
  }

  #take(event: ResponseEvent): void {
    const isNew = this.#answer.responseId === null
    this.#answer = advance(this.#answer, event)
    const { responseId, phase } = this.#answer
    if (isNew && responseId !== null) {
      if (this.#isOver) this.#cancel(responseId)
      else this.#handlers.begun(responseId)
    }
    if (this.#isOver) return
    if (phase === 'writing') this.#firstTokenMs ??= performance.now() - this.#startedMs
    if (phase === 'over') this.#end({})
    else this.#pace.changed()
  }

  #end(last: Partial<Answer>): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#answer = { ...this.#answer, ...last, phase: 'over' }
    this.#pace.flush()
    this.#handlers.over(this.#answer, this.#stopped, this.#isWitness ? this.#firstTokenMs : null)
    // One that was stopped before it had an id is listened to until it has one to be cancelled by.
    if (!this.#stopped || this.#answer.responseId !== null) this.leave()
  }

  #cancel(responseId: string): void {
    cancelResponse(responseId).catch(() => {
      // It was over already, or the server is gone and it with it.
    })
  }
}

const LOST = { code: 'lost', message: 'The answer was lost: the server no longer has it.' }

function reportOf(error: unknown): { code: string; message: string } {
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  return { code: 'unknown', message: wordsOf(error) }
}
