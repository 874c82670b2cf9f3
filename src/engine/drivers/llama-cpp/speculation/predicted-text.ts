import type { Guesser } from './guesser.ts'
import { KEY_TOKENS } from './ngram-simple.ts'

/** Follows a text that the answer is expected to repeat, with changes: after a change it finds its place again. */
export class PredictedText implements Guesser {
  readonly #text: ArrayLike<number>
  /** Where in the text the answer has got to. */
  #place = 0
  #answerStart: number | null = null

  constructor(text: ArrayLike<number>) {
    this.#text = text
  }

  guess(history: readonly number[], most: number): readonly number[] {
    this.#answerStart ??= history.length - 1
    const key = history.slice(Math.max(this.#answerStart, history.length - KEY_TOKENS))
    const next = this.#after(key)
    if (next === null) return []
    this.#place = next
    return Array.prototype.slice.call(this.#text, next, next + most)
  }

  /** Where the text goes on after `key`: the nearest such place from where the answer has got to, else from the start. */
  #after(key: readonly number[]): number | null {
    const nearest = Math.max(0, this.#place - key.length)
    const starts = this.#text.length - key.length + 1
    for (let step = 0; step < starts; step++) {
      const start = (nearest + step) % starts
      if (key.every((token, at) => this.#text[start + at] === token)) return start + key.length
    }
    return null
  }
}
