import type { Clock } from '../../../core/clock.ts'

/** Slower than this is as good as nothing: a connection that is kept alive by a byte now and then. */
const WINDOW_MS = 30_000
const MIN_BYTES = 4096

/** Calls `onStall` when too little comes for too long. */
export class StallWatch {
  readonly #clock: Clock
  readonly #onStall: () => void
  #bytes = 0
  #cancel: () => void

  constructor(clock: Clock, onStall: () => void) {
    this.#clock = clock
    this.#onStall = onStall
    this.#cancel = clock.after(WINDOW_MS, () => this.#look())
  }

  saw(bytes: number): void {
    this.#bytes += bytes
  }

  stop(): void {
    this.#cancel()
  }

  #look(): void {
    const enough = this.#bytes >= MIN_BYTES
    this.#bytes = 0
    this.#cancel = this.#clock.after(WINDOW_MS, () => this.#look())
    if (!enough) this.#onStall()
  }
}
