import type { Clock } from '../../../core/clock.ts'
import { asTrivetError, type TrivetError } from '../../../core/errors.ts'
import type { UpstreamClient } from './client.ts'
import type { Endpoint } from './endpoint.ts'
import { modelsPath } from './listing.ts'

/** How often a server is asked whether it is there. */
const ASK_MS = 15_000
const PATIENCE_MS = 5_000
/** Failures in a row, of being asked or of requests, after which it counts as gone. */
const LIMIT = 3

/** Who is told what becomes of the server. */
interface Listener {
  /** Told the failures in a row, and what the server did at the last one: `refuses connections.` */
  gone(failures: number, lastReason: string): void
  /** It answers again: it may have been started anew meanwhile. */
  back(): void
}

/** Looks after one server: asks it now and then, and hears how requests go. */
export class Watch {
  readonly #client: UpstreamClient
  readonly #clock: Clock
  readonly #listener: Listener
  readonly #path: string
  #failures = 0
  #closed = false
  #forget = () => {}

  constructor(endpoint: Endpoint, client: UpstreamClient, clock: Clock, listener: Listener) {
    this.#client = client
    this.#clock = clock
    this.#listener = listener
    this.#path = modelsPath(endpoint)
    this.#askLater()
  }

  answered(): void {
    const back = this.#failures > 0
    this.#failures = 0
    if (back && !this.#closed) this.#listener.back()
  }

  /** What the server refused of a request is an answer too. */
  failed(error: TrivetError): void {
    if (error.code === 'upstream_error') this.#missed(String(error.details.reason))
    else this.answered()
  }

  close(): void {
    this.#closed = true
    this.#forget()
  }

  #missed(reason: string): void {
    this.#failures++
    if (this.#failures >= LIMIT && !this.#closed) this.#listener.gone(this.#failures, reason)
  }

  #askLater(): void {
    this.#forget = this.#clock.after(ASK_MS, () => void this.#ask())
  }

  async #ask(): Promise<void> {
    const patience = new AbortController()
    const forget = this.#clock.after(PATIENCE_MS, () => patience.abort())
    try {
      await this.#client.get(this.#path, patience.signal)
      this.answered()
    } catch (thrown) {
      const error = asTrivetError(thrown)
      if (patience.signal.aborted) this.#missed('does not answer.')
      else this.failed(error)
    } finally {
      forget()
      if (!this.#closed) this.#askLater()
    }
  }
}
