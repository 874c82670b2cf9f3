import type { Clock } from '../core/clock.ts'

/** How often it is seen whether more servers have the model, or one is back that could not be asked. */
const LOOK_MS = 30_000

export interface WantedOptions {
  /** Instances wanted, at least 1. */
  readonly size: number
  /** Where there can be as many as other servers have the model, which come and go. Absent: `size`, until it is resized. */
  readonly follows?: (() => number) | null
  readonly clock: Clock
}

/** How many instances of a model there are to be, not counting those beside them. */
export class Wanted {
  readonly #clock: Clock
  /** Whether there is anything to follow. */
  readonly follows: boolean
  #size: number
  #follow: (() => number) | null
  #lookedMs: number

  constructor({ size, follows, clock }: WantedOptions) {
    this.#size = size
    this.#follow = follows ?? null
    this.follows = this.#follow !== null
    this.#clock = clock
    this.#lookedMs = clock.now()
  }

  get size(): number {
    return this.#size
  }

  /** From now on so many, whoever has the model. */
  resize(size: number): void {
    this.#size = size
    this.#follow = null
  }

  /** Takes what other servers offer by now, if that hasn't been looked at for a while; whether it did. */
  look(): boolean {
    if (this.#clock.now() - this.#lookedMs < LOOK_MS) return false
    this.#lookedMs = this.#clock.now()
    this.#size = Math.max(1, this.#follow?.() ?? this.#size)
    return true
  }
}
