import type { Head } from './head.ts'

/** An answer that guesses are wanted for. */
export interface DraftWish {
  /** Which of llama.cpp's sequences holds this answer. */
  readonly lane: number
  /** Prompt and answer, the token sampled last included. */
  readonly history: readonly number[]
  /** Tokens wanted at most, at least 1. */
  readonly most: number
  /** A token less likely than this ends the guess. */
  readonly minProbability: number
}

/** Something that guesses for many answers at once. A wrong guess costs time, never a wrong answer. */
export interface Drafter {
  /** The likeliest next tokens of each answer, in the order of the wishes; none where it isn't ready to guess. */
  guess(wishes: readonly DraftWish[]): Promise<readonly (readonly number[])[]>
}

/** A draft model in a file of its own. */
export interface Draft extends Drafter {
  readonly kind: 'draft-simple' | 'draft-eagle3'
  /** What has to hear of the answers; `null`: it reads them itself. */
  readonly head: Head | null
  /** All that it takes. */
  readonly bytes: number
  free(): void
}
