/** How a model marks off what it thinks before it answers. */
export interface ReasoningTags {
  readonly open: string
  readonly close: string
  /**
   * Control tokens, which no text can imitate: a block may open at any point of the answer. Other tags count only
   * where the answer begins; later they are text like any other.
   */
  readonly control: boolean
}

/** What a model's text turns out to be, piece by piece. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly from: number }
  | { readonly type: 'call-start'; readonly name: string }
  /** A further piece of JSON text. */
  | { readonly type: 'call-arguments'; readonly text: string }
  | { readonly type: 'call-end' }

/**
 * Finds the tool calls in a model's text as it comes, cut anywhere. Text parts tell where in the text they came from
 * (`from`, in UTF-16 units). A call that was begun and never ends was cut or broken.
 */
export interface CallReader {
  write(text: string): readonly AnswerPart[]
  /** The text is complete: what was held back in doubt. */
  end(): readonly AnswerPart[]
}
