import type { Context } from '../native/context.ts'
import type { HiddenBatch } from '../native/hidden-batch.ts'
import type { HiddenRows } from '../native/hidden-rows.ts'
import type { Drafter, DraftWish } from './drafter.ts'
import type { Likeliest } from './likeliest.ts'

export interface HeadParts {
  /** Of the MTP layers, beside the model's own; its sequences are the same. */
  readonly context: Context
  readonly batch: HiddenBatch
  readonly likeliest: Likeliest
  /** What the model has computed. */
  readonly heard: HiddenRows
  /** What the layers themselves have. */
  readonly own: HiddenRows
}

/** What the head knows of one lane. Its cell of a token is computed of it and of the hidden row of the token before. */
interface Known {
  /** Where its cells end. */
  cells: number
  /** Hidden rows from the one before `cells` on. */
  rows: Float32Array[]
}

/** What a lane's cells in the head come to, as `Head.save` copies them. */
export interface SavedHead {
  readonly cells: number
  readonly rows: readonly Float32Array[]
  readonly state: Uint8Array
  readonly byteLength: number
}

/** Rows of an answer that may wait for the next guess. Each is some kilobytes. */
const MOST_WAITING = 128

/**
 * A model's own MTP layers: they guess from what the model has computed of an answer, so they have to hear of all of it.
 * Where they haven't, since it was computed when nobody listened, they begin after it and see no further back.
 */
export class Head implements Drafter {
  readonly #parts: HeadParts
  readonly #known = new Map<number, Known>()
  /** Stands in for the row of a token that they haven't heard of, and for that before the first. */
  readonly #unknown: Float32Array

  constructor(parts: HeadParts) {
    this.#parts = parts
    this.#unknown = new Float32Array(parts.heard.width)
    parts.own.keep('wanted')
  }

  /** What the model shall keep of its decodes for it. */
  get heard(): HiddenRows {
    return this.#parts.heard
  }

  /** A stretch of a prompt has been computed, alone in its batch, each row's hidden row kept. */
  async read(lane: number, text: ArrayLike<number>, start: number, end: number): Promise<void> {
    const known = this.#upTo(lane, start)
    for (let at = start; at < end; at++) known.rows.push(this.heard.row(at - start))
    await this.#catchUp(lane, known, text)
  }

  /**
   * Tokens of an answer have been computed.
   * @param text prompt and answer
   * @param row of the first of them in the last decode
   */
  async follow(lane: number, text: ArrayLike<number>, start: number, end: number, row: number): Promise<void> {
    const known = this.#upTo(lane, start)
    for (let at = start; at < end; at++) known.rows.push(this.heard.row(row + at - start))
    if (known.rows.length > MOST_WAITING) await this.#catchUp(lane, known, text)
  }

  async guess(wishes: readonly DraftWish[]): Promise<readonly (readonly number[])[]> {
    const { context, batch, likeliest, own } = this.#parts
    const guesses = wishes.map((): number[] => [])
    let open = this.#fill(wishes)
    while (open.length > 0) {
      if ((await context.decode(batch)) !== 'done') {
        for (const { lane } of wishes) this.#forget(lane)
        return wishes.map(() => [])
      }
      for (const { wish } of open) {
        const known = this.#known.get((wishes[wish] as DraftWish).lane)
        if (known !== undefined) computed(known, known.rows.length - 1)
      }
      const next = open.flatMap(({ wish, row }) => {
        const { history, lane, most, minProbability } = wishes[wish] as DraftWish
        const guess = guesses[wish] as number[]
        const token = likeliest.after(context, row, minProbability)
        if (token === null) return []
        guess.push(token)
        const position = history.length + guess.length - 1
        return guess.length < most ? [{ wish, token, hidden: own.row(row), position, lane }] : []
      })
      batch.clear()
      open = next.map(({ wish, token, hidden, position, lane }) => ({
        wish,
        row: batch.add(token, hidden, position, lane, true),
      }))
    }
    // Guessed tokens were no more than that; the last one's cell is computed again, with what follows it.
    for (const { lane } of wishes) this.#parts.context.cut(lane, this.#known.get(lane)?.cells ?? 0)
    return guesses
  }

  /** `null`: it knows nothing of that lane. */
  save(lane: number): SavedHead | null {
    const known = this.#known.get(lane)
    if (known === undefined) return null
    const { cells, rows } = known
    const state = this.#parts.context.save(lane)
    const rowBytes = this.#unknown.byteLength
    return { cells, rows: [...rows], state, byteLength: state.byteLength + rows.length * rowBytes }
  }

  /** Gives an empty lane what `save` copied. */
  load(lane: number, saved: SavedHead): void {
    if (this.#parts.context.load(lane, saved.state))
      this.#known.set(lane, { cells: saved.cells, rows: [...saved.rows] })
  }

  /** A lane keeps its first `length` tokens. */
  cut(lane: number, length: number): void {
    const known = this.#known.get(lane)
    if (known === undefined || length >= endOf(known)) return
    if (length === 0) this.#forget(lane)
    else if (length >= known.cells) known.rows.length = length - known.cells + 1
    else {
      this.#parts.context.cut(lane, length)
      this.#known.set(lane, { cells: length, rows: [this.#unknown] })
    }
  }

  free(): void {
    this.#parts.likeliest.free()
    this.#parts.context.free()
    this.#parts.batch.free()
  }

  /** What it knows of a lane whose next token is at `position`. */
  #upTo(lane: number, position: number): Known {
    const known = this.#known.get(lane)
    if (known !== undefined && endOf(known) === position) return known
    this.#forget(lane)
    const anew = { cells: position, rows: [this.#unknown] }
    this.#known.set(lane, anew)
    return anew
  }

  /** Computes the cells of all tokens whose rows wait. */
  async #catchUp(lane: number, known: Known, text: ArrayLike<number>): Promise<void> {
    const { context, batch } = this.#parts
    while (known.rows.length > 1) {
      batch.clear()
      const count = Math.min(known.rows.length - 1, batch.capacity)
      for (let at = 0; at < count; at++) this.#add(lane, known, text, at, false)
      if ((await context.decode(batch)) !== 'done') return this.#forget(lane)
      computed(known, count)
    }
  }

  /**
   * Puts into the batch what the lanes' cells lack of these texts.
   * @returns the row of each text's last token, for those of which all is known
   */
  #fill(wishes: readonly DraftWish[]): readonly { readonly wish: number; readonly row: number }[] {
    const { batch } = this.#parts
    batch.clear()
    const byLane = [...wishes.entries()].toSorted(([, a], [, b]) => a.lane - b.lane)
    return byLane.flatMap(([wish, { lane, history }]) => {
      const known = this.#known.get(lane)
      if (known === undefined || endOf(known) !== history.length - 1) return []
      if (batch.rows + known.rows.length > batch.capacity) return []
      const last = known.rows.length - 1
      for (let at = 0; at < last; at++) this.#add(lane, known, history, at, false)
      return [{ wish, row: this.#add(lane, known, history, last, true) }]
    })
  }

  #add(lane: number, { cells, rows }: Known, text: ArrayLike<number>, at: number, wantsLogits: boolean): number {
    const position = cells + at
    return this.#parts.batch.add(text[position] as number, rows[at] as Float32Array, position, lane, wantsLogits)
  }

  #forget(lane: number): void {
    this.#parts.context.cut(lane, 0)
    this.#known.delete(lane)
  }
}

/** So many more of its tokens have their cells. */
function computed(known: Known, count: number): void {
  known.cells += count
  known.rows.splice(0, count)
}

/** Tokens of which it has heard. */
function endOf({ cells, rows }: Known): number {
  return cells + rows.length - 1
}
