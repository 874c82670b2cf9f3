import type { Context } from '../native/context.ts'
import type { Head, SavedHead } from '../speculation/head.ts'

/** A copy of what a lane's cells hold. */
export interface SavedCells {
  /** As llama.cpp serialises a sequence. */
  readonly state: Uint8Array
  /** The same tokens' cells in the model's MTP layers, as far as they have any. */
  readonly head: SavedHead | null
  readonly byteLength: number
}

/** The cells of lanes: those of the model, and with them those of its MTP layers, if it has any at work. */
export class LaneCells {
  readonly #context: Context
  readonly #head: Head | null

  constructor(context: Context, head: Head | null) {
    this.#context = context
    this.#head = head
  }

  /** A copy of all that a lane holds. */
  save(lane: number): SavedCells {
    const state = this.#context.save(lane)
    const head = this.#head?.save(lane) ?? null
    return { state, head, byteLength: state.byteLength + (head?.byteLength ?? 0) }
  }

  /** Gives an empty lane what `save` copied. False when there is no room for it. */
  load(lane: number, { state, head }: SavedCells): boolean {
    if (!this.#context.load(lane, state)) return false
    if (head !== null) this.#head?.load(lane, head)
    return true
  }

  /** Frees a lane's cells from position `length` on. */
  cut(lane: number, length: number): void {
    this.#context.cut(lane, length)
    this.#head?.cut(lane, length)
  }
}
