import { AsyncLocalStorage } from 'node:async_hooks'
import { Ledger } from '../api/metering/ledger.ts'
import { meteredScheduler } from '../api/metering/metered-scheduler.ts'
import type { Services } from '../api/services.ts'
import type { Caller } from '../core/caller.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'

export interface BookkeepingOptions extends Pick<Services, 'clock' | 'meter'> {
  /** Hears what each request has cost. */
  readonly charge: (caller: Caller, tokens: number) => void
}

/** One request that is asked, or message that is sent. */
export interface Asked {
  readonly caller: Caller
  readonly requestId: string
  /** Such as `POST /v1/chat/completions`. */
  readonly route: string
}

/** Knows for which request code runs, and so whose account a model works on. */
export class Bookkeeping {
  readonly #options: BookkeepingOptions
  readonly #current = new AsyncLocalStorage<Ledger>()

  constructor(options: BookkeepingOptions) {
    this.#options = options
  }

  /** The same scheduler, kept account of. */
  metered(scheduler: Scheduler): Scheduler {
    return meteredScheduler(scheduler, () => this.#current.getStore() ?? null)
  }

  open(asked: Asked): Ledger {
    const { clock, meter, charge } = this.#options
    return new Ledger({
      ...asked,
      clock,
      report: (request) => {
        charge(asked.caller, request.promptTokens + request.completionTokens)
        meter.finished(request)
      },
    })
  }

  /** Does the work, and all that comes of it, on this account. */
  on<T>(ledger: Ledger, work: () => T): T {
    return this.#current.run(ledger, work)
  }
}
