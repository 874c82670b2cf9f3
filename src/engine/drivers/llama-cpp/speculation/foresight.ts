import type { GuessCounts } from '../../../../core/event.ts'
import type { Speculation } from '../../../../core/task.ts'
import type { Lease } from '../leases.ts'
import type { DraftModel } from './draft-model.ts'
import type { Guesser } from './guesser.ts'

/** How one answer's next tokens are guessed, and how that has gone so far. */
export class Foresight {
  readonly wish: Speculation
  /** Prompt and answer. */
  readonly history: number[]
  /** Either of them guesses. */
  readonly draft: Lease<DraftModel> | null
  readonly guesser: Guesser | null
  #accepted = 0
  #rejected = 0

  constructor(
    wish: Speculation,
    prompt: ArrayLike<number>,
    by: { draft: Lease<DraftModel> | null; guesser: Guesser | null },
  ) {
    this.wish = wish
    this.history = Array.from(prompt)
    this.draft = by.draft
    this.guesser = by.guesser
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
    this.draft?.release()
    this.guesser?.close?.(this.history)
  }
}
