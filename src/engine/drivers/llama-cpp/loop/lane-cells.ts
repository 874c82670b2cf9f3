import type { Context } from '../native/context.ts'
import type { Head, SavedHead } from '../speculation/head.ts'
import type { Heads } from '../speculation/heads.ts'

/** A copy of what a lane's cells hold. */
export interface SavedCells {
  /** As llama.cpp serialises a sequence. */
  readonly state: Uint8Array
  /** The same tokens' cells in heads, as far as they have any. */
  readonly heads: readonly (readonly [head: Head, saved: SavedHead])[]
  readonly byteLength: number
}

/** The cells of lanes: those of the model, and with them those of the heads that guess for it. */
export class LaneCells {
  readonly #context: Context
  readonly #heads: Heads

  constructor(context: Context, heads: Heads) {
    this.#context = context
    this.#heads = heads
  }

  /** A copy of all that a lane holds. */
  save(lane: number): SavedCells {
    const state = this.#context.save(lane)
    const heads = [...this.#heads.all].flatMap((head) => {
      const saved = head.save(lane)
      return saved === null ? [] : [[head, saved] as const]
    })
    const headBytes = heads.reduce((sum, [, saved]) => sum + saved.byteLength, 0)
    return { state, heads, byteLength: state.byteLength + headBytes }
  }

  /** Gives an empty lane what `save` copied. False when there is no room for it. */
  load(lane: number, { state, heads }: SavedCells): boolean {
    if (!this.#context.load(lane, state)) return false
    for (const [head, saved] of heads) if (this.#heads.has(head)) head.load(lane, saved)
    return true
  }

  /** Frees a lane's cells from position `length` on. */
  cut(lane: number, length: number): void {
    this.#context.cut(lane, length)
    for (const head of this.#heads.all) head.cut(lane, length)
  }
}
