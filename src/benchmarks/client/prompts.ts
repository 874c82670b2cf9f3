const WORDS =
  'time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line end member law car city name'.split(
    ' ',
  )

/** A text of so many words that starts with `label`: texts of different labels share no prefix that a cache could use. */
export function promptOf(label: string, words: number): string {
  const offset = [...label].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9973, 7)
  return [
    label,
    ...Array.from({ length: words }, (_, i) => WORDS[(offset + i * (1 + (offset % 7))) % WORDS.length]),
  ].join(' ')
}

/** How many tokens a prompt of some words came to. */
export interface Measured {
  readonly words: number
  readonly tokens: number
}

/** The number of words that makes `tokens`, from two measured prompts; at least 1. */
export function wordsFor(tokens: number, short: Measured, long: Measured): number {
  const perWord = (long.tokens - short.tokens) / (long.words - short.words)
  return perWord > 0 ? Math.max(1, Math.round(short.words + (tokens - short.tokens) / perWord)) : Math.max(1, tokens)
}
