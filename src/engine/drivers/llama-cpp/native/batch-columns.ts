import type { Struct } from './api.ts'
import { allocateBytes, allocateInt32, allocatePointers } from './memory.ts'

/** What a `llama_batch` has of its rows, whatever they are given as; the views are of native memory. */
export interface BatchColumns {
  /** `dimensions × capacity`. */
  readonly position: Int32Array
  readonly sequence: Int32Array
  /** 1 for rows whose logits are wanted. */
  readonly logits: Uint8Array
  /** The struct's fields of them. */
  readonly fields: Struct
}

/** Each row belongs to one sequence. */
export function allocateColumns(capacity: number, dimensions = 1): BatchColumns {
  const position = allocateInt32(capacity * dimensions)
  const sequence = allocateInt32(capacity)
  const sequencesPerRow = allocateInt32(capacity)
  const logits = allocateBytes(capacity)
  sequencesPerRow.view.fill(1)
  return {
    position: position.view,
    sequence: sequence.view,
    logits: logits.view,
    fields: {
      pos: position.pointer,
      n_seq_id: sequencesPerRow.pointer,
      seq_id: allocatePointers(sequence.pointer, 4, capacity),
      logits: logits.pointer,
    },
  }
}
