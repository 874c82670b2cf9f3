import type { Clock } from '../core/clock.ts'

/** Tells when nothing has happened for a while. */
export class IdleTimer {
  readonly #clock: Clock
  readonly #expired: () => void
  #dueMs: number | null = null
  #cancel = () => {}

  constructor(clock: Clock, expired: () => void) {
    this.#clock = clock
    this.#expired = expired
  }

  /** When it will tell, in milliseconds since the Unix epoch; `null`: it won't. */
  get dueMs(): number | null {
    return this.#dueMs
  }

  /** From now on it will tell then, and at no other time; `null` and infinity: at none. */
  set(dueMs: number | null): void {
    if (dueMs === this.#dueMs) return
    this.#cancel()
    this.#cancel = () => {}
    this.#dueMs = dueMs === Number.POSITIVE_INFINITY ? null : dueMs
    if (this.#dueMs === null) return
    this.#cancel = this.#clock.after(Math.max(0, this.#dueMs - this.#clock.now()), () => {
      this.#dueMs = null
      this.#expired()
    })
  }
}
