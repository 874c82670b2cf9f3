import { append } from '../../../../core/append.ts'
import { TrivetError } from '../../../../core/errors.ts'
import type { Media } from '../../../../core/media.ts'
import type { PromptRows } from '../loop/reading.ts'
import type { MediaSpan } from '../loop/spans.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import type { Encodings, NumberedRows } from './encodings.ts'

/** Puts prompts with images and sounds into rows. */
export class MediaReader {
  readonly #encodings: Encodings
  readonly #vocabulary: Pick<Vocabulary, 'tokenize' | 'pairMarks' | 'requireKnown'>

  constructor(encodings: Encodings, vocabulary: Pick<Vocabulary, 'tokenize' | 'pairMarks' | 'requireKnown'>) {
    this.#encodings = encodings
    this.#vocabulary = vocabulary
  }

  /**
   * The prompt with each mark replaced by the rows of what it stands for; the text between marks is tokenized by itself,
   * as libmtmd does it. Rejects with `engine_error` about what the encoder can't read.
   */
  async rows(prompt: string, media: readonly Media[]): Promise<PromptRows> {
    const { bos, eos } = this.#vocabulary.pairMarks()
    const tokens: number[] = [...bos]
    const spans: MediaSpan[] = []
    for (const part of splitAtMarks(prompt, media)) {
      if (typeof part === 'string') {
        append(tokens, await this.#vocabulary.tokenize(part, false, true))
        continue
      }
      for (const piece of await this.#pieces(part)) {
        if ('tokens' in piece) {
          append(tokens, piece.tokens)
          continue
        }
        spans.push(this.#span(part, piece, tokens.length))
        for (let row = 0; row < piece.rows; row++) tokens.push(piece.id - row)
      }
    }
    return { tokens: tokens.concat(eos), media: spans }
  }

  #span(media: Media, piece: NumberedRows, start: number): MediaSpan {
    return {
      start,
      rows: piece.rows,
      positions: piece.positions,
      piece,
      vectors: async (wanted) => (await this.#encodings.vectors(media, wanted))?.[piece.index] ?? null,
    }
  }

  /** A projector made for another vocabulary asks for tokens that aren't there. */
  async #pieces(media: Media) {
    try {
      const pieces = await this.#encodings.pieces(media)
      for (const piece of pieces) if ('tokens' in piece) this.#vocabulary.requireKnown(piece.tokens, null)
      return pieces
    } catch (error) {
      throw new TrivetError('engine_error', { reason: `the ${media.kind} can't be read: ${String(error)}` })
    }
  }
}

/** The text before, between and after the marks, and what they stand for; no empty texts. */
export function splitAtMarks(prompt: string, media: readonly Media[]): readonly (string | Media)[] {
  const byMark = new Map(media.map((each) => [each.mark, each]))
  const marks = [...byMark.keys()].map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return prompt
    .split(new RegExp(`(${marks.join('|')})`))
    .filter((part) => part !== '')
    .map((part) => byMark.get(part) ?? part)
}
