import type { Pointer } from './api.ts'
import type { HiddenApi } from './hidden-api.ts'
import { viewFloats } from './memory.ts'

/** Which rows of a decode leave their hidden row behind: those that want logits, or each. */
export type Kept = 'none' | 'wanted' | 'all'

/** What a context has computed of each token before it comes to logits. */
export class HiddenRows {
  /** Numbers of one row. */
  readonly width: number
  readonly #hidden: HiddenApi
  readonly #context: Pointer

  constructor(hidden: HiddenApi, context: Pointer, width: number) {
    this.#hidden = hidden
    this.#context = context
    this.width = width
  }

  /** From the next decode on. */
  keep(which: Kept): void {
    this.#hidden.setEmbeddings(this.#context, which !== 'none', which === 'wanted')
  }

  /** A copy of the row that batch row `row` of the last decode left. */
  row(row: number): Float32Array {
    return this.#copy(row, 1)
  }

  /**
   * Copies of the rows that so many batch rows left, all of which were kept. Where each is, llama.cpp has them in the order
   * it computed them in, which is the batch's only if that holds one sequence.
   */
  async rows(first: number, count: number): Promise<readonly Float32Array[]> {
    const all = this.#copy(first, count)
    return Array.from({ length: count }, (_, at) => all.subarray(at * this.width, (at + 1) * this.width))
  }

  #copy(first: number, count: number): Float32Array {
    return viewFloats(this.#hidden.embeddingsOf(this.#context, first), count * this.width).slice()
  }
}
