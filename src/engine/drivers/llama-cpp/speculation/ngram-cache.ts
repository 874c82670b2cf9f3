import { type Guesser, ngramHash } from './guesser.ts'

const LONGEST = 4

/** How often an n-gram of each length must have been seen, and in what share of that one token followed. */
interface Trust {
  readonly seen: readonly number[]
  readonly share: readonly number[]
}

/** As llama.cpp's lookup decoding has them: within one text, and from other texts. */
const OWN_TEXT: Trust = { seen: [2, 2, 1, 1], share: [0.66, 0.5, 0.5, 0.5] }
const OTHER_TEXTS: Trust = { seen: [4, 3, 2, 2], share: [0.75, 0.66, 0.66, 0.66] }

/** N-grams that are remembered of other texts. */
const MOST_REMEMBERED = 2 ** 18

/** How often each token followed an n-gram, for n-grams of 1 to 4 tokens. */
export class NgramCounts {
  readonly #followers: readonly Map<number, Map<number, number>>[] = Array.from({ length: LONGEST }, () => new Map())

  /** Counts the token at `at` after all n-grams before it; what was counted first is forgotten first. */
  count(tokens: readonly number[], at: number): void {
    for (let length = 1; length <= Math.min(LONGEST, at); length++) {
      const table = this.#followers[length - 1] as Map<number, Map<number, number>>
      const hash = ngramHash(tokens, at - length, length)
      const counts = table.get(hash) ?? new Map<number, number>()
      const token = tokens[at] as number
      counts.set(token, (counts.get(token) ?? 0) + 1)
      table.set(hash, counts)
      if (table.size > MOST_REMEMBERED / LONGEST) table.delete(table.keys().next().value as number)
    }
  }

  /** The token that follows the longest n-gram at the end of `tokens` that can be trusted; `null`: none can. */
  likeliest(tokens: readonly number[], trust: Trust, leastShare: number): number | null {
    for (let length = Math.min(LONGEST, tokens.length); length >= 1; length--) {
      const counts = this.#followers[length - 1]?.get(ngramHash(tokens, tokens.length - length, length))
      if (counts === undefined) continue
      let total = 0
      let best = { token: -1, count: 0 }
      for (const [token, count] of counts) {
        total += count
        if (count > best.count) best = { token, count }
      }
      const share = Math.max(leastShare, trust.share[length - 1] as number)
      if (total >= (trust.seen[length - 1] as number) && best.count >= share * total) return best.token
    }
    return null
  }
}

/** `ngram-cache`: from statistics of short n-grams, of this text first, then of all answers before. */
export class CountedNgrams implements Guesser {
  readonly #own = new NgramCounts()
  readonly #others: NgramCounts
  readonly #minProbability: number
  #counted = 1
  #prompt: number | null = null

  /** @param others shared by all requests to the model */
  constructor(others: NgramCounts, minProbability: number) {
    this.#others = others
    this.#minProbability = minProbability
  }

  guess(history: readonly number[], most: number): readonly number[] {
    this.#prompt ??= history.length - 1
    for (; this.#counted < history.length; this.#counted++) this.#own.count(history, this.#counted)
    const text = history.slice(-LONGEST)
    const known = text.length
    while (text.length < known + most) {
      const next =
        this.#own.likeliest(text, OWN_TEXT, this.#minProbability) ??
        this.#others.likeliest(text, OTHER_TEXTS, this.#minProbability)
      if (next === null) break
      text.push(next)
    }
    return text.slice(known)
  }

  close(history: readonly number[]): void {
    for (let at = Math.max(1, this.#prompt ?? history.length); at < history.length; at++)
      this.#others.count(history, at)
  }
}
