import type { Caller } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import type { FinishedRequest, Outcome } from '../../core/meter.ts'
import type { RequestTrace, RunningRequest, RunningState } from '../../core/running.ts'
import type { EngineTask } from '../../core/task.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'
import { type ExpectedCost, expectedCost } from './expected-cost.ts'
import type { OpenRequest } from './request-book.ts'
import { RunCount } from './run-count.ts'
import type { TraceRecorder } from './trace-recorder.ts'

export interface LedgerOptions {
  readonly caller: Caller
  readonly requestId: string
  readonly route: string
  readonly clock: Clock
  /** Takes what a run is likely to cost from what a minute allows. Rejects with `rate_limited` where that is too little. */
  readonly reserve: (cost: () => ExpectedCost) => Promise<void>
  /** Called once, if a model worked for the request: when its answer is over, and whatever was begun in it. */
  readonly report: (request: FinishedRequest) => void
  /** Called once, when its answer is over and whatever was begun in it, after `report`. */
  readonly over: (status: number) => void
  /** Writes down what the model is asked and says; `null`: nobody will ask. */
  readonly recorder: TraceRecorder | null
}

interface Answered {
  readonly status: number
  readonly complete: boolean
}

/** What one request costs, while it costs it. */
export class Ledger implements OpenRequest {
  readonly caller: Caller
  readonly #options: LedgerOptions
  readonly #ending = new AbortController()
  readonly #startedMs: number
  /** The same for durations. */
  readonly #begunMs: number
  readonly #runs: RunCount[] = []
  /** As the request calls it. */
  #wanted: string | null = null
  #model: string | null = null
  #running = 0
  /** Tokens that its key has left at the moment; `null`: as many as it likes. */
  #left: (() => number) | null = null
  #failed = false
  #answered: Answered | null = null
  #reported = false

  constructor(options: LedgerOptions) {
    this.caller = options.caller
    this.#options = options
    this.#startedMs = options.clock.now()
    this.#begunMs = options.clock.elapsed()
  }

  /** Aborts when whoever runs the server ends the request. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  end(): void {
    this.#ending.abort(new TrivetError('request_ended'))
  }

  state(): RunningRequest | null {
    const model = this.#model ?? this.#wanted
    if (model === null) return null
    const { caller, requestId, route } = this.#options
    return {
      requestId,
      route,
      owner: caller.owner,
      model,
      state: this.#runningState(),
      startedMs: this.#startedMs,
      ...this.#tokens(),
    }
  }

  trace(): RequestTrace | null {
    return this.#options.recorder?.trace ?? null
  }

  /** The request waits for this model. */
  wants(model: string): void {
    this.#wanted ??= model
  }

  /** The request has a model to work for it; of several, the first counts. */
  opened(model: string): void {
    this.#model ??= model
  }

  /** The same events, counted; an end by whoever runs the server is one of them. To be iterated once. */
  counted(tasks: readonly EngineTask[], events: AsyncIterable<TaskEvent>): AsyncIterable<TaskEvent> {
    const iterator = events[Symbol.asyncIterator]()
    const open = new Set(tasks.keys())
    let run: RunCount | null = null
    let write: ReturnType<TraceRecorder['begin']> | undefined
    let over = false
    /** What is said instead of the engine, once the key's tokens are used up. */
    let last: readonly TaskEvent[] | null = null
    const end = (): void => {
      if (over || run === null) return
      over = true
      this.#running--
      this.#settle()
    }
    const next = async (): Promise<IteratorResult<TaskEvent>> => {
      if (run === null) {
        await this.#reserve(tasks, iterator)
        run = this.#begin(tasks)
        write = this.#options.recorder?.begin(tasks)
      }
      let result = last === null ? await iterator.next() : told(last)
      if (last === null && !result.done && this.#isTooMuch(run.wouldCost(result.value))) {
        last = this.#lastWords(run, result.value, open)
        iterator.return?.().catch(() => {})
        result = told(last)
      }
      if (last !== null) last = last.slice(1)
      const [cut] = open
      const ended = result.done && this.signal.aborted && cut !== undefined
      const said = ended ? { task: cut, event: ENDED } : result.value
      if (said === undefined) {
        end()
        return { done: true, value: undefined }
      }
      const { event } = said
      const now = this.#options.clock.elapsed()
      write?.(said, now - this.#begunMs)
      if (event.type === 'finish') open.delete(said.task)
      if (event.type === 'error') this.#failed = true
      else run.add(said, now)
      if (ended) open.clear()
      return { done: false, value: said }
    }
    const leave = async (): Promise<IteratorResult<TaskEvent>> => {
      await iterator.return?.().finally(end)
      return { done: true, value: undefined }
    }
    // No generator: one that waits would hear of `return` only when the wait is over.
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) }
  }

  /** From now on the request may cost as many tokens as there are left at any moment; `null`: as many as it likes. */
  allow(left: (() => number) | null): void {
    this.#left = left
  }

  /** Rejects with `rate_limited`, and leaves what would have been iterated. */
  async #reserve(tasks: readonly EngineTask[], iterator: AsyncIterator<TaskEvent>): Promise<void> {
    try {
      await this.#options.reserve(() => expectedCost(tasks))
    } catch (thrown) {
      await iterator.return?.()
      throw thrown
    }
  }

  /** Others of the same key may have used up what was left since the last word. */
  #isTooMuch(tokens: number): boolean {
    return this.#left !== null && tokens > 0 && tokens > this.#left()
  }

  /** Answers that have begun end as at `max_tokens`; one whose prompt is too long for the key is refused. */
  #lastWords(run: RunCount, { task, event }: TaskEvent, open: ReadonlySet<number>): readonly TaskEvent[] {
    const { key } = this.caller
    if (READING.has(event.type) && key !== null) {
      const details = { key: key.name, limit: key.limits.tokensInAll ?? 0 }
      return [{ task, event: { type: 'error', error: new TrivetError('tokens_exhausted', details).report() } }]
    }
    return [...open].flatMap((each): TaskEvent[] => [
      { task: each, event: run.usageOf(each) },
      { task: each, event: { type: 'finish', reason: 'length' } },
    ])
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
    if (this.#answered === null || this.#running > 0 || this.#reported) return
    this.#reported = true
    if (this.#model !== null) this.#report(this.#model, this.#answered)
    this.#options.over(this.#answered.status)
  }

  #report(model: string, answered: Answered): void {
    const { caller, requestId, route, clock, report } = this.#options
    const first = Math.min(...this.#runs.map(({ firstTokenMs }) => firstTokenMs ?? Number.POSITIVE_INFINITY))
    report({
      requestId,
      route,
      owner: caller.owner,
      model,
      outcome: this.#outcome(answered),
      status: answered.status,
      startedMs: this.#startedMs,
      latencyMs: clock.elapsed() - this.#begunMs,
      firstTokenMs: Number.isFinite(first) ? first - this.#begunMs : null,
      generatingMs: Number.isFinite(first) ? Math.max(...this.#runs.map(({ lastTokenMs }) => lastTokenMs)) - first : 0,
      ...this.#tokens(),
    })
  }

  #tokens(): Pick<FinishedRequest, 'promptTokens' | 'cachedTokens' | 'completionTokens'> {
    return {
      promptTokens: sum(this.#runs.map((run) => run.promptTokens)),
      cachedTokens: sum(this.#runs.map((run) => run.cachedTokens)),
      completionTokens: sum(this.#runs.map((run) => run.completionTokens)),
    }
  }

  #runningState(): RunningState {
    if (this.#model === null) return 'loading'
    if (this.#runs.some(({ firstTokenMs }) => firstTokenMs !== null)) return 'writing'
    return this.#runs.some((run) => run.begun) ? 'reading' : 'waiting'
  }

  #outcome({ status, complete }: Answered): Outcome {
    if (!complete) return 'cancelled'
    return this.#failed || status >= 400 ? 'failed' : 'ok'
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Events of tasks that read: what they cost is known before anything is said. */
const READING: ReadonlySet<TaskEvent['event']['type']> = new Set(['prompt-progress', 'embedding', 'score'])

function told([event]: readonly TaskEvent[]): IteratorResult<TaskEvent> {
  return event === undefined ? { done: true, value: undefined } : { done: false, value: event }
}

const ENDED: TaskEvent['event'] = { type: 'error', error: new TrivetError('request_ended').report() }
