import type { Pointer, Struct } from './api.ts'
import { allocateBytes, allocateInt32, allocatePointers, release } from './memory.ts'

/**
 * A `llama_batch` whose arrays are written straight into native memory: one row is one token of one sequence at one
 * position, and `logits` marks the rows whose logits are wanted.
 */
export class Batch {
  readonly capacity: number
  rows = 0
  readonly #struct: Struct
  readonly #token: Int32Array
  readonly #position: Int32Array
  readonly #sequence: Int32Array
  readonly #logits: Uint8Array

  /** @param capacity rows at most */
  constructor(capacity: number) {
    this.capacity = capacity
    const token = allocateInt32(capacity)
    const position = allocateInt32(capacity)
    const sequence = allocateInt32(capacity)
    const sequencesPerRow = allocateInt32(capacity)
    const logits = allocateBytes(capacity)
    sequencesPerRow.view.fill(1)
    this.#token = token.view
    this.#position = position.view
    this.#sequence = sequence.view
    this.#logits = logits.view
    this.#struct = {
      n_tokens: 0,
      token: token.pointer,
      embd: null,
      pos: position.pointer,
      n_seq_id: sequencesPerRow.pointer,
      seq_id: allocatePointers(sequence.pointer, 4, capacity),
      logits: logits.pointer,
    }
  }

  clear(): void {
    this.rows = 0
  }

  /** Appends a row and returns its index, by which its logits are asked for. */
  add(token: number, position: number, sequence: number, wantsLogits: boolean): number {
    const row = this.rows++
    this.#token[row] = token
    this.#position[row] = position
    this.#sequence[row] = sequence
    this.#logits[row] = wantsLogits ? 1 : 0
    return row
  }

  free(): void {
    for (const part of ['token', 'pos', 'n_seq_id', 'seq_id', 'logits']) release(this.#struct[part] as Pointer)
  }

  /** The struct to pass by value. */
  get struct(): Struct {
    this.#struct.n_tokens = this.rows
    return this.#struct
  }
}
