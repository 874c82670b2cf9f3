import type { ReadPrompt } from './read-prompts.ts'
import type { LogprobsFields } from './response-schema.ts'
import type { ReadToken } from './score-prompts.ts'

/** What JSON has instead of minus infinity: OpenAI's number for it. */
const LEAST_LOGPROB = -9999

/** Tells the logprobs of one answer, piece by piece, in OpenAI's older form. */
export class LogprobsWriter {
  /** Code points told so far. */
  #characters = 0
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** The prompt's, which come first. Its tokens may begin with a space that its text doesn't have. */
  echo({ text, logprobs }: ReadPrompt): LogprobsFields {
    const spelled = Buffer.concat(logprobs.map(({ bytes }) => Buffer.from(bytes, 'base64'))).toString('utf8')
    this.#characters = spelled.endsWith(text) ? -[...spelled.slice(0, spelled.length - text.length)].length : 0
    return this.write(logprobs)
  }

  /** Of a token without text, such as one that ends the turn, nothing is told. */
  write(tokens: readonly ReadToken[]): LogprobsFields {
    const shown = tokens.filter(({ bytes }) => bytes !== '')
    return {
      tokens: shown.map(({ bytes }) => spelling(bytes)),
      token_logprobs: shown.map(({ logprob }) => (logprob === null ? null : finite(logprob))),
      top_logprobs: shown.map(likeliest),
      text_offset: shown.map(({ bytes }) => this.#advance(Buffer.from(bytes, 'base64'))),
    }
  }

  /** Where these bytes begin: at the next character, or in the midst of one that is not whole yet. */
  #advance(bytes: Uint8Array): number {
    const offset = this.#characters
    this.#characters += [...this.#decoder.decode(bytes, { stream: true })].length
    return Math.max(0, offset)
  }
}

/** The pieces of one answer as one. */
export function joinLogprobs(pieces: readonly LogprobsFields[]): LogprobsFields {
  return {
    tokens: pieces.flatMap((piece) => piece.tokens),
    token_logprobs: pieces.flatMap((piece) => piece.token_logprobs),
    top_logprobs: pieces.flatMap((piece) => piece.top_logprobs),
    text_offset: pieces.flatMap((piece) => piece.text_offset),
  }
}

/** By spelling; of several tokens with one, the likeliest is meant. */
function likeliest({ bytes, logprob, top }: ReadToken): Record<string, number> | null {
  if (logprob === null) return null
  const bySpelling = new Map<string, number>()
  for (const ranked of [...top, { bytes, logprob }]) {
    const spelled = spelling(ranked.bytes)
    if (!bySpelling.has(spelled)) bySpelling.set(spelled, finite(ranked.logprob))
  }
  return Object.fromEntries(bySpelling)
}

function spelling(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `bytes:${Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}`
  }
}

function finite(logprob: number): number {
  return Math.max(logprob, LEAST_LOGPROB)
}
