import type { Pointer } from './api.ts'
import { viewFloats } from './memory.ts'
import type { NextnApi } from './nextn-api.ts'

/** Which rows of a decode leave their hidden row behind: those that want logits, or each. */
export type Kept = 'none' | 'wanted' | 'all'

/** What a context has computed of each token before it comes to logits: what an MTP head goes on from. */
export class HiddenRows {
  /** Numbers of one row. */
  readonly width: number
  readonly #nextn: NextnApi
  readonly #context: Pointer

  constructor(nextn: NextnApi, context: Pointer, width: number) {
    this.#nextn = nextn
    this.#context = context
    this.width = width
  }

  /** From the next decode on. */
  keep(which: Kept): void {
    this.#nextn.setEmbeddings(this.#context, which !== 'none', which === 'wanted')
  }

  /**
   * A copy of the row that batch row `row` of the last decode left. Where all are kept, llama.cpp has them in the order it
   * computed them in, which is the batch's only if that holds one sequence.
   */
  row(row: number): Float32Array {
    return viewFloats(this.#nextn.embeddingsOf(this.#context, row), this.width).slice()
  }
}
