import type { GuessCounts } from '../../../../core/event.ts'
import type { Speculation } from '../../../../core/task.ts'
import type { Lease } from '../leases.ts'
import type { Draft, Drafter } from './drafter.ts'
import type { Guesser } from './guesser.ts'
import type { Head } from './head.ts'

/** Who guesses for one answer: one of them. */
export type Seer = { readonly draft: Lease<Draft> } | { readonly head: Head } | { readonly guesser: Guesser }

/** How one answer's next tokens are guessed, and how that has gone so far. */
export class Foresight {
  readonly wish: Speculation
  /** Prompt and answer. */
  readonly history: number[]
  readonly #seer: Seer
  #accepted = 0
  #rejected = 0

  constructor(wish: Speculation, prompt: ArrayLike<number>, seer: Seer) {
    this.wish = wish
    this.history = Array.from(prompt)
    this.#seer = seer
  }

  /** Guesses for this answer alone; `null`: a drafter does, for all its answers together. */
  get guesser(): Guesser | null {
    return 'guesser' in this.#seer ? this.#seer.guesser : null
  }

  get drafter(): Drafter | null {
    return this.head ?? ('draft' in this.#seer ? this.#seer.draft.thing : null)
  }

  /** Has to be told what is computed of this answer. */
  get head(): Head | null {
    if ('draft' in this.#seer) return this.#seer.draft.thing.head
    return 'head' in this.#seer ? this.#seer.head : null
  }

  judged(guessed: number, right: number): void {
    const { accepted, rejected } = this.counts(guessed, right)
    this.#accepted = accepted
    this.#rejected = rejected
    this.guesser?.judged?.(right)
  }

  /** All guesses so far, with one that is being checked: `right` of `guessed` tokens have come out so. */
  counts(guessed: number, right: number): GuessCounts {
    return { accepted: this.#accepted + right, rejected: this.#rejected + guessed - right }
  }

  /** The answer is over. */
  close(): void {
    if ('draft' in this.#seer) this.#seer.draft.release()
    this.guesser?.close?.(this.history)
  }
}
