import type { Pointer, Struct } from './api.ts'
import { allocateColumns } from './batch-columns.ts'
import { allocateInt32, release } from './memory.ts'

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
    const { position, sequence, logits, fields } = allocateColumns(capacity)
    this.#token = token.view
    this.#position = position
    this.#sequence = sequence
    this.#logits = logits
    this.#struct = { n_tokens: 0, token: token.pointer, embd: null, ...fields }
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
