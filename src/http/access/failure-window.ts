import type { Clock } from '../../core/clock.ts'

/** Wrong keys that one address may send within the window. */
const ALLOWED = 10
const WINDOW_MS = 300_000
/** Addresses remembered at most; whichever failed longest ago goes first. */
const MAX_ADDRESSES = 10_000

/** Who has sent wrong keys of late, and how often. */
export class FailureWindow {
  readonly #clock: Clock
  readonly #failures = new Map<string, readonly number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Seconds until the address may try again; 0: it may. One more failure is counted. */
  fail(address: string): number {
    const now = this.#clock.elapsed()
    const recent = [...this.#recent(address, now), now].slice(-ALLOWED - 1)
    this.#failures.delete(address)
    this.#failures.set(address, recent)
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest)
    const [first = now] = recent
    return recent.length <= ALLOWED ? 0 : Math.max(1, Math.ceil((first + WINDOW_MS - now) / 1000))
  }

  /** It has sent a right one. */
  forgive(address: string): void {
    this.#failures.delete(address)
  }

  #recent(address: string, now: number): readonly number[] {
    return (this.#failures.get(address) ?? []).filter((at) => at > now - WINDOW_MS)
  }
}
