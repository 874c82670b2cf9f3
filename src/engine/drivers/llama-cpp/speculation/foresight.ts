import type { Speculation } from '../../../../core/task.ts'
import type { DraftModel } from './draft-model.ts'
import type { Guesser } from './guesser.ts'

/** How one answer's next tokens are guessed, and how that has gone so far. */
export class Foresight {
  readonly wish: Speculation
  /** Prompt and answer. */
  readonly history: number[]
  /** Either of them guesses. */
  readonly draft: DraftModel | null
  readonly guesser: Guesser | null
  #accepted = 0
  #rejected = 0

  constructor(wish: Speculation, prompt: ArrayLike<number>, by: { draft: DraftModel | null; guesser: Guesser | null }) {
    this.wish = wish
    this.history = Array.from(prompt)
    this.draft = by.draft
    this.guesser = by.guesser
  }

  judged(guessed: number, right: number): void {
    this.#accepted += right
    this.#rejected += guessed - right
    this.guesser?.judged?.(right)
  }

  counts(): { readonly accepted: number; readonly rejected: number } {
    return { accepted: this.#accepted, rejected: this.#rejected }
  }

  close(): void {
    this.guesser?.close?.(this.history)
  }
}
