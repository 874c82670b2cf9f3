import { TrivetError } from '../../../core/errors.ts'

/** The scripted tokenizer: a word with the white space before it is a token, numbered in the order they are met. */
export class Words {
  readonly #words: string[] = []
  readonly #ids = new Map<string, number>()

  tokenize(text: string): readonly number[] {
    return wordsOf(text).map((word) => this.#idOf(word))
  }

  /** Throws `invalid_value` for an id that hasn't been given out. */
  detokenize(tokens: readonly number[]): string {
    return tokens.map((token) => this.#wordOf(token)).join('')
  }

  #idOf(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    this.#ids.set(word, this.#words.length)
    return this.#words.push(word) - 1
  }

  #wordOf(token: number): string {
    const word = this.#words[token]
    if (word !== undefined) return word
    const reason = `The token ${token} is not in the vocabulary, which has ${this.#words.length} tokens.`
    throw new TrivetError('invalid_value', { reason }, 'tokens')
  }
}

export function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+/g) ?? []
}
