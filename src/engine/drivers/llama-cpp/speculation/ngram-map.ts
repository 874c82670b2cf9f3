import { type Guesser, ngramHash, sameTokens } from './guesser.ts'
import { KEY_TOKENS } from './ngram-simple.ts'

/** Where a key came up last, and how far a guess after it was right. */
interface Place {
  readonly start: number
  trusted: number
}

/**
 * `ngram-map-k`: like `ngram-simple`, but finds the key in a table rather than by search, and guesses no further after
 * it than the last time turned out right.
 */
export class KeyedNgrams implements Guesser {
  readonly #places = new Map<number, Place>()
  #indexed = 0
  #used: Place | null = null

  guess(history: readonly number[], most: number): readonly number[] {
    const key = history.length - KEY_TOKENS
    // The key itself is left out: it would be found where it is.
    for (; this.#indexed < key; this.#indexed++) {
      const place = { start: this.#indexed, trusted: Number.POSITIVE_INFINITY }
      this.#places.set(ngramHash(history, this.#indexed, KEY_TOKENS), place)
    }
    this.#used = null
    if (key < 0) return []
    const place = this.#places.get(ngramHash(history, key, KEY_TOKENS))
    if (place === undefined || !sameTokens(history, place.start, key, KEY_TOKENS)) return []
    this.#used = place
    const from = place.start + KEY_TOKENS
    return history.slice(from, from + Math.min(most, place.trusted))
  }

  judged(right: number): void {
    if (this.#used !== null) this.#used.trusted = right
  }
}
