import type { Pointer, Struct } from './api.ts'
import { allocateFloats, release } from './memory.ts'

/** A `llama_batch` for an encoder: rows of numbers, which have no place in any sequence. */
export class FeatureBatch {
  /** `rows × width`, to be filled. */
  readonly features: Float32Array
  readonly capacity: number
  rows = 0
  readonly #pointer: Pointer

  /**
   * @param capacity rows at most
   * @param width numbers of one row
   */
  constructor(capacity: number, width: number) {
    const { pointer, view } = allocateFloats(capacity * width)
    this.#pointer = pointer
    this.features = view
    this.capacity = capacity
  }

  free(): void {
    release(this.#pointer)
  }

  /** The struct to pass by value. */
  get struct(): Struct {
    const none = { token: null, pos: null, n_seq_id: null, seq_id: null, logits: null }
    return { n_tokens: this.rows, embd: this.#pointer, ...none }
  }
}
