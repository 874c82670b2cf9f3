import type { Pointer, Struct } from './api.ts'
import { Batch } from './batch.ts'
import { allocateFloats, release } from './memory.ts'

/** A `llama_batch` for an MTP head: each row is a token, with the hidden row of the token before it. */
export class HiddenBatch {
  readonly capacity: number
  readonly #tokens: Batch
  readonly #width: number
  readonly #hidden: { readonly pointer: Pointer; readonly view: Float32Array }

  /**
   * @param capacity rows at most
   * @param width numbers of one hidden row
   */
  constructor(capacity: number, width: number) {
    this.capacity = capacity
    this.#tokens = new Batch(capacity)
    this.#width = width
    this.#hidden = allocateFloats(capacity * width)
  }

  get rows(): number {
    return this.#tokens.rows
  }

  clear(): void {
    this.#tokens.clear()
  }

  /** As `Batch.add`. */
  add(token: number, hidden: Float32Array, position: number, sequence: number, wantsLogits: boolean): number {
    const row = this.#tokens.add(token, position, sequence, wantsLogits)
    this.#hidden.view.set(hidden, row * this.#width)
    return row
  }

  free(): void {
    this.#tokens.free()
    release(this.#hidden.pointer)
  }

  /** The struct to pass by value. */
  get struct(): Struct {
    return { ...this.#tokens.struct, embd: this.#hidden.pointer }
  }
}
