import type { Caller } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import type { FinishedRequest, Outcome } from '../../core/meter.ts'
import type { EngineTask } from '../../core/task.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'
import { RunCount } from './run-count.ts'

export interface LedgerOptions {
  readonly caller: Caller
  readonly requestId: string
  readonly route: string
  readonly clock: Clock
  /** Called once, if a model worked for the request: when its answer is over, and whatever was begun in it. */
  readonly report: (request: FinishedRequest) => void
}

/** What one request costs, while it costs it. */
export class Ledger {
  readonly caller: Caller
  readonly #options: LedgerOptions
  readonly #startedMs: number
  readonly #runs: RunCount[] = []
  #model: string | null = null
  #running = 0
  #failed = false
  #answered: { readonly status: number; readonly complete: boolean } | null = null
  #reported = false

  constructor(options: LedgerOptions) {
    this.caller = options.caller
    this.#options = options
    this.#startedMs = options.clock.now()
  }

  /** The request has a model to work for it; of several, the first counts. */
  opened(model: string): void {
    this.#model ??= model
  }

  /** The same events, counted. To be iterated once. */
  counted(tasks: readonly EngineTask[], events: AsyncIterable<TaskEvent>): AsyncIterable<TaskEvent> {
    const iterator = events[Symbol.asyncIterator]()
    let run: RunCount | null = null
    let over = false
    const end = (): void => {
      if (over || run === null) return
      over = true
      this.#running--
      this.#settle()
    }
    const next = async (): Promise<IteratorResult<TaskEvent>> => {
      run ??= this.#begin(tasks)
      const result = await iterator.next()
      if (result.done) end()
      else if (result.value.event.type === 'error') this.#failed = true
      else run.add(result.value, this.#options.clock.now())
      return result
    }
    const leave = async (): Promise<IteratorResult<TaskEvent>> => {
      await iterator.return?.().finally(end)
      return { done: true, value: undefined }
    }
    // No generator: one that waits would hear of `return` only when the wait is over.
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) }
  }

  /** The answer is over. */
  close(status: number, complete: boolean): void {
    this.#answered = { status, complete }
    this.#settle()
  }

  #begin(tasks: readonly EngineTask[]): RunCount {
    const run = new RunCount(tasks, this.#runs)
    this.#runs.push(run)
    this.#running++
    return run
  }

  /** An answer in the background outlives the one that said it was begun. */
  #settle(): void {
    if (this.#answered === null || this.#running > 0 || this.#model === null || this.#reported) return
    this.#reported = true
    const { caller, requestId, route, clock, report } = this.#options
    const first = Math.min(...this.#runs.map(({ firstTokenMs }) => firstTokenMs ?? Number.POSITIVE_INFINITY))
    report({
      requestId,
      route,
      owner: caller.owner,
      model: this.#model,
      outcome: this.#outcome(this.#answered),
      status: this.#answered.status,
      startedMs: this.#startedMs,
      latencyMs: clock.now() - this.#startedMs,
      firstTokenMs: Number.isFinite(first) ? first - this.#startedMs : null,
      generatingMs: Number.isFinite(first) ? Math.max(...this.#runs.map(({ lastTokenMs }) => lastTokenMs)) - first : 0,
      promptTokens: sum(this.#runs.map((run) => run.promptTokens)),
      cachedTokens: sum(this.#runs.map((run) => run.cachedTokens)),
      completionTokens: sum(this.#runs.map((run) => run.completionTokens)),
    })
  }

  #outcome({ status, complete }: { readonly status: number; readonly complete: boolean }): Outcome {
    if (!complete) return 'cancelled'
    return this.#failed || status >= 400 ? 'failed' : 'ok'
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
