import { type Guesser, ngramHash, sameTokens } from './guesser.ts'
import { KEY_TOKENS } from './ngram-simple.ts'

/** Ways to go on that are told apart after one key, and how many of their tokens tell them apart. */
const MOST_VALUES = 4
const VALUE_TOKENS = 3

/** The commonest way has to be so much commoner than all others together. */
const LEAD = 2

/** What followed a key: where it stands, and how often it came. */
interface Value {
  start: number
  count: number
}

/**
 * `ngram-map-k4v`: remembers up to four ways in which each key went on, and guesses only where one of them is much
 * commoner than the others.
 */
export class ValuedNgrams implements Guesser {
  readonly #values = new Map<number, Value[]>()
  #indexed = 0

  guess(history: readonly number[], most: number): readonly number[] {
    for (; this.#indexed + KEY_TOKENS + VALUE_TOKENS <= history.length; this.#indexed++) {
      this.#count(history, this.#indexed)
    }
    const key = history.length - KEY_TOKENS
    if (key < 0) return []
    const values = (this.#values.get(ngramHash(history, key, KEY_TOKENS)) ?? []).filter((value) =>
      sameTokens(history, value.start - KEY_TOKENS, key, KEY_TOKENS),
    )
    const total = values.reduce((sum, { count }) => sum + count, 0)
    const best = values.find(({ count }) => count >= LEAD * (total - count))
    return best === undefined ? [] : history.slice(best.start, best.start + most)
  }

  #count(history: readonly number[], key: number): void {
    const hash = ngramHash(history, key, KEY_TOKENS)
    const values = this.#values.get(hash) ?? []
    const start = key + KEY_TOKENS
    const known = values.find((value) => sameTokens(history, value.start - KEY_TOKENS, key, KEY_TOKENS + VALUE_TOKENS))
    if (known !== undefined) {
      known.count += 1
      known.start = start
    } else if (values.length < MOST_VALUES) values.push({ start, count: 1 })
    this.#values.set(hash, values)
  }
}
