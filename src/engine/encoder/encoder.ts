import type { Pooling } from '../../core/placement.ts'
import type { ModelTokenizer } from '../text/tokenizer.ts'

/** A text, or a pair of them, as an encoder is given it. */
export interface EncoderInput {
  readonly ids: readonly number[]
  /** Which text of a pair each token is of; empty: there is one text. */
  readonly types: readonly number[]
  /** What it was made of, for a runtime with a tokenizer of its own: a text, or a query and a document. */
  readonly texts: readonly string[]
}

/** What an encoder makes of one input: rows of `width` numbers, one a token, or a single one that is pooled already. */
export interface EncoderOutput {
  readonly values: Float32Array
  readonly width: number
}

/** A loaded model that reads texts and writes none, whatever runtime computes it. */
export interface Encoder {
  readonly modelId: string
  readonly tokenizer: ModelTokenizer
  /** Tokens of one input at most. */
  readonly contextTokens: number
  /** What its numbers are: an embedding of so many, or how well a pair fits. */
  readonly gives: { readonly embedding: number; readonly pooling: Pooling } | 'score'
  /** How many of these inputs, from the first, it computes in one go; at least one. */
  batch(inputs: readonly EncoderInput[]): number
  run(inputs: readonly EncoderInput[]): Promise<readonly EncoderOutput[]>
}
