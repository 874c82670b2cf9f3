/** Guesses how one answer goes on, from what it has said so far. A wrong guess costs time, never a wrong answer. */
export interface Guesser {
  /**
   * @param history prompt and answer, the token sampled last included; it only ever grows
   * @param most tokens wanted at most, at least 1
   * @returns the tokens that may follow; none when nothing speaks for any
   */
  guess(history: readonly number[], most: number): readonly number[]
  /** How many of the last guess were right. */
  judged?(right: number): void
  /** The answer is over; `history` is all of it. */
  close?(history: readonly number[]): void
}

/** A number that stands for `length` tokens from `start` on; different ones may share it. FNV-1a over whole tokens. */
export function ngramHash(tokens: ArrayLike<number>, start: number, length: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ (tokens[at] as number), 0x01000193)
  return hash >>> 0
}

/** Are the `length` tokens at `a` and at `b` the same? */
export function sameTokens(tokens: ArrayLike<number>, a: number, b: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (tokens[a + at] !== tokens[b + at]) return false
  return true
}
