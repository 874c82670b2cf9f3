import { commonLength } from './lane.ts'
import type { SavedCells } from './lane-cells.ts'
import type { Span } from './spans.ts'

/** A prompt's KV cells, copied out of the cache. */
export interface Shelved {
  readonly tokens: readonly number[]
  readonly spans: readonly Span[]
  /** See `Lane.read`. */
  readonly read: number
  /** See `Reading.key`. */
  readonly key: string
  readonly state: SavedCells
}

/**
 * Prompts kept in memory outside the KV cache: cells of idle prompts would slow down everyone's attention, which walks
 * over all cells that are in use. Bounded in bytes; the one unused for longest goes first.
 */
export class Shelf {
  readonly #budget: number
  readonly #wholeOnly: boolean
  readonly #onBytes: (bytes: number) => void
  /** Oldest use first. */
  #prompts: Shelved[] = []
  #bytes = 0

  /**
   * @param budget bytes at most
   * @param wholeOnly see `CachePolicy`
   * @param onBytes told what it holds whenever that is another
   */
  constructor(budget: number, wholeOnly = false, onBytes: (bytes: number) => void = () => {}) {
    this.#budget = budget
    this.#wholeOnly = wholeOnly
    this.#onBytes = onBytes
  }

  /** Keeps a prompt, and drops those that it makes superfluous or that don't fit any more. */
  put(prompt: Shelved): void {
    for (const other of this.#prompts.filter((one) => this.#isWithin(one, prompt))) this.#drop(other)
    this.#prompts.push(prompt)
    this.#bytes += prompt.state.byteLength
    for (const oldest of [...this.#prompts]) {
      if (this.#bytes <= this.#budget) break
      this.#drop(oldest)
    }
    this.#onBytes(this.#bytes)
  }

  /**
   * The prompt that shares the longest beginning, counted as used now; `null` when none shares any.
   * @param usable how much of a common beginning is of use
   */
  best(tokens: ArrayLike<number>, usable: (common: number, shelved: Shelved) => number): Shelved | null {
    let best: Shelved | null = null
    let longest = 0
    for (const prompt of this.#prompts) {
      const length = usable(commonLength(prompt.tokens, tokens), prompt)
      if (length > longest) {
        best = prompt
        longest = length
      }
    }
    if (best !== null) this.#use(best)
    return best
  }

  /** Is all of this here already, computed the same way? If so it is counted as used now. */
  holds(prompt: Contents): boolean {
    const holder = this.#prompts.find((one) => this.#isWithin(prompt, one) && prompt.read <= one.read)
    if (holder !== undefined) this.#use(holder)
    return holder !== undefined
  }

  #use(prompt: Shelved): void {
    this.#prompts = [...this.#prompts.filter((one) => one !== prompt), prompt]
  }

  /** Can whatever `inner` is good for be had from `outer`? */
  #isWithin(inner: Contents, outer: Contents): boolean {
    if (inner.key !== outer.key || (this.#wholeOnly && inner.tokens.length < outer.tokens.length)) return false
    return commonLength(inner.tokens, outer.tokens) === inner.tokens.length
  }

  #drop(prompt: Shelved): void {
    this.#prompts = this.#prompts.filter((one) => one !== prompt)
    this.#bytes -= prompt.state.byteLength
  }
}

type Contents = Pick<Shelved, 'tokens' | 'read' | 'key'>
