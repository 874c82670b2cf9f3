import { type Guesser, sameTokens } from './guesser.ts'

/** Tokens that have to be repeated before more of the same is expected. */
export const KEY_TOKENS = 4

/** `ngram-simple`: what followed the last few tokens the last time they came up. */
export class SimpleNgrams implements Guesser {
  guess(history: readonly number[], most: number): readonly number[] {
    const key = history.length - KEY_TOKENS
    for (let start = key - 1; start >= 0; start--) {
      if (sameTokens(history, start, key, KEY_TOKENS)) {
        return history.slice(start + KEY_TOKENS, start + KEY_TOKENS + most)
      }
    }
    return []
  }
}
