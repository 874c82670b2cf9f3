import type { Struct } from './api.ts'
import { allocateColumns } from './batch-columns.ts'
import { allocateFloats } from './memory.ts'

/** Dimensions of a position, where it has several: t, y, x and one unused. */
const DIMENSIONS = 4

/** A stretch of one sequence, given as vectors. */
export interface EmbeddedRows {
  /** `rows × width`. */
  readonly vectors: Float32Array
  /** First and last (exclusive) of the rows to take. */
  readonly from: number
  readonly to: number
  readonly sequence: number
  /** Position of the piece's first row. */
  readonly position: number
  /** See `EmbeddedPiece.grid`. */
  readonly grid: Uint32Array | null
  /** The last of them wants logits. */
  readonly wantsLogits: boolean
}

/** A `llama_batch` of vectors in place of tokens. */
export class EmbeddingBatch {
  readonly capacity: number
  readonly #width: number
  readonly #dimensions: number
  readonly #vectors: Float32Array
  readonly #position: Int32Array
  readonly #sequence: Int32Array
  readonly #logits: Uint8Array
  readonly #struct: Struct

  /**
   * @param capacity rows at most
   * @param width numbers of one row
   * @param gridPositions the model's positions have several dimensions
   */
  constructor(capacity: number, width: number, gridPositions: boolean) {
    this.capacity = capacity
    this.#width = width
    this.#dimensions = gridPositions ? DIMENSIONS : 1
    const vectors = allocateFloats(capacity * width)
    const { position, sequence, logits, fields } = allocateColumns(capacity, this.#dimensions)
    this.#vectors = vectors.view
    this.#position = position
    this.#sequence = sequence
    this.#logits = logits
    this.#struct = { n_tokens: 0, token: null, embd: vectors.pointer, ...fields }
  }

  /** Holds these rows, in place of what it held. */
  fill({ vectors, from, to, sequence, position, grid, wantsLogits }: EmbeddedRows): void {
    const rows = to - from
    this.#vectors.set(vectors.subarray(from * this.#width, to * this.#width))
    this.#sequence.fill(sequence, 0, rows)
    this.#logits.fill(0, 0, rows)
    this.#logits[rows - 1] = wantsLogits ? 1 : 0
    for (let row = 0; row < rows; row++) {
      const at = from + row
      const [t = at, x = at, y = at, z = 0] = grid?.subarray(at * DIMENSIONS) ?? []
      // llama.cpp's order, one dimension after the other; z is no place in the text.
      const places = [position + t, position + y, position + x, z]
      for (let dimension = 0; dimension < this.#dimensions; dimension++) {
        this.#position[dimension * rows + row] = places[dimension] ?? 0
      }
    }
    this.#struct.n_tokens = rows
  }

  /** The struct to pass by value. */
  get struct(): Struct {
    return this.#struct
  }
}
