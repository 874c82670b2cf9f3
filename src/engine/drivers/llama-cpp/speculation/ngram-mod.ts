import { type Guesser, ngramHash } from './guesser.ts'

/** Long enough that what follows is hardly ever another token. */
const KEY_TOKENS = 12

/** Places in the pool: 4 bytes each. */
const POOL_SIZE = 2 ** 20

const EMPTY = -1

/** What followed each run of tokens, in every answer of a model so far: one table without keys, a token a place. */
export class ModPool {
  readonly #next = new Int32Array(POOL_SIZE).fill(EMPTY)

  /** Learns what follows the run that begins at `start`. */
  learn(history: readonly number[], start: number): void {
    this.#next[this.#place(history, start)] = history[start + KEY_TOKENS] as number
  }

  /** What follows the run at `start`, or -1. Now and then what followed another: places are shared. */
  next(history: readonly number[], start: number): number {
    return this.#next[this.#place(history, start)] as number
  }

  #place(history: readonly number[], start: number): number {
    return ngramHash(history, start, KEY_TOKENS) % POOL_SIZE
  }
}

/** `ngram-mod`: goes from run to run through a pool that all requests to the model fill. */
export class PooledNgrams implements Guesser {
  readonly #pool: ModPool
  #learned = 0

  constructor(pool: ModPool) {
    this.#pool = pool
  }

  guess(history: readonly number[], most: number): readonly number[] {
    this.close(history)
    if (history.length < KEY_TOKENS) return []
    const text = history.slice(-KEY_TOKENS)
    while (text.length < KEY_TOKENS + most) {
      const next = this.#pool.next(text, text.length - KEY_TOKENS)
      if (next === EMPTY) break
      text.push(next)
    }
    return text.slice(KEY_TOKENS)
  }

  close(history: readonly number[]): void {
    for (; this.#learned + KEY_TOKENS < history.length; this.#learned++) this.#pool.learn(history, this.#learned)
  }
}
