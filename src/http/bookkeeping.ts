import { AsyncLocalStorage } from 'node:async_hooks'
import type { ExpectedCost } from '../api/metering/expected-cost.ts'
import { Ledger } from '../api/metering/ledger.ts'
import { isAllowed, meteredCatalogue, meteredScheduler } from '../api/metering/metered-scheduler.ts'
import { RequestBook } from '../api/metering/request-book.ts'
import { shownTelemetry } from '../api/metering/shown-telemetry.ts'
import { TraceRecorder } from '../api/metering/trace-recorder.ts'
import type { Services } from '../api/services.ts'
import type { Caller } from '../core/caller.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { RequestSpan, Tracing } from '../telemetry/tracing.ts'
import type { Reserved } from './access/limits.ts'

export interface BookkeepingOptions extends Pick<Services, 'clock' | 'meter'> {
  /** Takes what a request is likely to cost from what a minute allows. Rejects with `rate_limited`. */
  readonly reserve: (caller: Caller, cost: () => ExpectedCost) => Promise<Reserved>
  /** Hears what each request has cost, and what of that was taken before. */
  readonly charge: (caller: Caller, tokens: number, reserved: readonly Reserved[]) => void
  /** Tokens that a key has not used up by requests that are over; `null`: as many as it likes. */
  readonly left: (caller: Caller) => Promise<number | null>
  /** Requests of which is kept what models were asked and said; 0: none. */
  readonly keep: number
  /** `null`: nobody traces. */
  readonly tracing: Tracing | null
}

/** One request that is asked, or message that is sent. */
export interface Asked {
  readonly caller: Caller
  readonly requestId: string
  /** Such as `POST /v1/chat/completions`. */
  readonly route: string
  /** Headers, as they came. */
  readonly headers: Readonly<Record<string, unknown>>
}

/** Knows for which request code runs, and so whose account a model works on. */
export class Bookkeeping {
  readonly #options: BookkeepingOptions
  readonly #current = new AsyncLocalStorage<Ledger>()
  readonly #asking = () => this.#current.getStore() ?? null
  readonly #spans = new WeakMap<Ledger, RequestSpan>()
  /** Tokens of requests that are over, by their keys: those that have a limit. */
  readonly #spent = new Map<string, number>()
  readonly requests: RequestBook

  constructor(options: BookkeepingOptions) {
    this.#options = options
    this.requests = new RequestBook(options.keep)
  }

  /** The same scheduler, kept account of. */
  metered(scheduler: Scheduler): Scheduler {
    return meteredScheduler(scheduler, this.#asking, async (caller) => {
      const { owner } = caller
      const spent = () => this.#spent.get(owner) ?? 0
      const before = spent()
      const left = await this.#options.left(caller)
      return left === null ? null : () => left - (spent() - before) - this.requests.tokensOf(owner)
    })
  }

  /** The same models, as far as whoever asks may use them. */
  shown(catalogue: Services['catalogue'], scheduler: Scheduler): Services['catalogue'] {
    return meteredCatalogue(catalogue, scheduler, this.#asking)
  }

  /** The same telemetry, as far as it is about models that whoever asks may use. */
  told(telemetry: Telemetry, scheduler: Scheduler): Telemetry {
    return shownTelemetry(telemetry, () => {
      const key = this.#asking()?.caller.key ?? null
      return key === null || key.models === null ? null : (model) => isAllowed(scheduler, key, model)
    })
  }

  /** Whether the caller whose request is being answered may use a model. */
  mayUse(scheduler: Scheduler): (model: string) => boolean {
    return (model) => isAllowed(scheduler, this.#asking()?.caller.key ?? null, model)
  }

  open(asked: Asked): Ledger {
    const { clock, meter, reserve, charge, keep, tracing } = this.#options
    const { caller } = asked
    const reserved: Reserved[] = []
    const span = tracing?.begin(asked.route, asked.requestId, asked.headers)
    const recorder = keep > 0 ? new TraceRecorder() : null
    const ledger = new Ledger({
      ...asked,
      clock,
      recorder,
      reserve: async (cost) => void reserved.push(await reserve(caller, cost)),
      report: (request) => {
        const tokens = request.promptTokens + request.completionTokens
        charge(caller, tokens, reserved)
        if ((caller.key?.limits.tokensInAll ?? null) !== null) {
          this.#spent.set(caller.owner, (this.#spent.get(caller.owner) ?? 0) + tokens)
        }
        meter.finished(request)
        span?.worked(request)
        if (recorder?.hasWork) this.requests.keep(request, recorder.trace)
      },
      over: (status) => {
        this.requests.remove(ledger)
        span?.end(status)
      },
    })
    if (span !== undefined) this.#spans.set(ledger, span)
    this.requests.add(asked.requestId, ledger)
    return ledger
  }

  /** Does the work, and all that comes of it, on this account. */
  on<T>(ledger: Ledger, work: () => T): T {
    const counted = () => this.#current.run(ledger, work)
    return this.#spans.get(ledger)?.within(counted) ?? counted()
  }
}
