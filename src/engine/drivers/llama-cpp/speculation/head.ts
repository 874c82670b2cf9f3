import type { Context } from '../native/context.ts'
import type { HiddenBatch } from '../native/hidden-batch.ts'
import type { HiddenRows } from '../native/hidden-rows.ts'
import type { Drafter, DraftWish } from './drafter.ts'
import type { Heard } from './heard.ts'
import type { Likeliest } from './likeliest.ts'

export interface HeadParts {
  /** Of the head, beside the model's own; its sequences are the same. */
  readonly context: Context
  readonly batch: HiddenBatch
  readonly likeliest: Likeliest
  /** What the model has computed. */
  readonly heard: Heard
  /** What the head itself has: each goes into the next token's cell, where the model hasn't computed anything yet. */
  readonly own: HiddenRows
  /** A token's cell lies so many positions before it. */
  readonly lag: 0 | 1
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

/** Prompt and answer of one lane. */
interface Text {
  readonly lane: number
  readonly history: ArrayLike<number>
}

/** Rows of an answer that may wait for the next guess. Each is some kilobytes. */
const MOST_WAITING = 128

/**
 * Layers that guess from what the model has computed of an answer, so that they have to hear of all of it: the model's own
 * MTP layers, or an EAGLE-3 draft. Where they haven't, since it was computed when nobody listened, they begin after it and
 * see no further back.
 */
export class Head implements Drafter {
  readonly #parts: HeadParts
  readonly #known = new Map<number, Known>()
  /** Stands in for a row that it hasn't got, and for that before the first. */
  readonly #unknown: Float32Array

  constructor(parts: HeadParts) {
    this.#parts = parts
    this.#unknown = new Float32Array(parts.heard.width)
    parts.own.keep('wanted')
  }

  /** What the model shall keep of its decodes for it. */
  get heard(): Heard {
    return this.#parts.heard
  }

  /** A stretch of a prompt has been computed, alone in its batch, each row's hidden row kept. */
  async read(lane: number, text: ArrayLike<number>, start: number, end: number): Promise<void> {
    const known = await this.#hear(lane, start, 0, end - start)
    if (known !== null) await this.#catchUp([{ lane, history: text }])
  }

  /**
   * Tokens of an answer have been computed.
   * @param text prompt and answer
   * @param row of the first of them in the last decode
   */
  async follow(lane: number, text: ArrayLike<number>, start: number, end: number, row: number): Promise<void> {
    const known = await this.#hear(lane, start, row, end - start)
    if (known !== null && known.rows.length > MOST_WAITING) await this.#catchUp([{ lane, history: text }])
  }

  async guess(wishes: readonly DraftWish[]): Promise<readonly (readonly number[])[]> {
    const { context, batch, likeliest, own, lag } = this.#parts
    const guesses = wishes.map((): number[] => [])
    // In a call of its own: of a batch in which only some rows are wanted, graphs hand out the hidden rows of the first.
    await this.#catchUp(wishes.toSorted((one, other) => one.lane - other.lane))
    let open = this.#fill(wishes)
    while (open.length > 0) {
      if ((await context.decode(batch)) !== 'done') {
        for (const { lane } of wishes) this.#forget(lane)
        return wishes.map(() => [])
      }
      const next = open.flatMap(({ wish, row }) => {
        const { history, lane, most, minProbability } = wishes[wish] as DraftWish
        const guess = guesses[wish] as number[]
        const token = likeliest.after(context, row, minProbability)
        if (token === null) return []
        guess.push(token)
        const position = history.length + guess.length - 1 - lag
        return guess.length < most ? [{ wish, token, hidden: own.row(row), position, lane }] : []
      })
      batch.clear()
      open = next.map(({ wish, token, hidden, position, lane }) => ({
        wish,
        row: batch.add(token, hidden, position, lane, true),
      }))
    }
    // Guessed tokens were no more than that; the last one's cell is computed again, with what follows it.
    for (const { lane } of wishes) this.#cutCells(lane, this.#known.get(lane)?.cells ?? 0)
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
      this.#cutCells(lane, length)
      this.#known.set(lane, { cells: length, rows: [this.#unknown] })
    }
  }

  free(): void {
    this.#parts.likeliest.free()
    this.#parts.context.free()
    this.#parts.batch.free()
  }

  /**
   * Takes the rows of tokens from `start` on, the first of which is batch row `row` of the last decode.
   * @returns all it knows of the lane then; `null` when it can't have them
   */
  async #hear(lane: number, start: number, row: number, count: number): Promise<Known | null> {
    const rows = await this.heard.rows(row, count)
    if (rows === null) {
      this.#forget(lane)
      return null
    }
    const known = this.#upTo(lane, start)
    known.rows.push(...rows)
    return known
  }

  /** What it knows of a lane whose next token is at `position`. */
  #upTo(lane: number, position: number): Known {
    const known = this.#known.get(lane)
    if (known !== undefined && endOf(known) === position) return known
    this.#forget(lane)
    // A token whose predecessor it hasn't heard of has no cell, unless it is the first and the head is made for that.
    const begins = position === 0 && this.#parts.lag === 0
    const anew = begins ? { cells: 0, rows: [this.#unknown] } : { cells: position + 1, rows: [] }
    this.#known.set(lane, anew)
    return anew
  }

  /** Computes the cells of all tokens of these texts whose rows wait. */
  async #catchUp(texts: readonly Text[]): Promise<void> {
    const { context, batch } = this.#parts
    for (;;) {
      batch.clear()
      const counts = texts.map((text) => this.#addWaiting(text))
      if (batch.rows === 0) return
      if ((await context.decode(batch)) !== 'done') {
        for (const { lane } of texts) this.#forget(lane)
        return
      }
      for (const [at, { lane }] of texts.entries()) {
        const known = this.#known.get(lane)
        if (known === undefined) continue
        known.cells += counts[at] ?? 0
        // Copied, since a row may be a view on all those that it came with.
        known.rows = known.rows.slice(counts[at]).map((row) => row.slice())
      }
    }
  }

  /** Puts tokens whose rows wait into the batch, as many as there is room for, and tells how many. */
  #addWaiting({ lane, history }: Text): number {
    const { batch } = this.#parts
    const known = this.#known.get(lane)
    if (known === undefined) return 0
    const count = Math.min(known.rows.length - 1, batch.capacity - batch.rows)
    for (let at = 0; at < count; at++) this.#add(lane, known, history, at, false)
    return count
  }

  /**
   * Puts the last token of each text into the batch.
   * @returns its row, for texts of which all before it is known
   */
  #fill(wishes: readonly DraftWish[]): readonly { readonly wish: number; readonly row: number }[] {
    const { batch } = this.#parts
    batch.clear()
    const byLane = [...wishes.entries()].toSorted(([, a], [, b]) => a.lane - b.lane)
    return byLane.flatMap(([wish, { lane, history }]) => {
      const known = this.#known.get(lane)
      if (known === undefined || endOf(known) !== history.length - 1 || batch.rows === batch.capacity) return []
      return [{ wish, row: this.#add(lane, known, history, 0, true) }]
    })
  }

  #add(lane: number, { cells, rows }: Known, text: ArrayLike<number>, at: number, wantsLogits: boolean): number {
    const token = text[cells + at] as number
    const position = cells + at - this.#parts.lag
    return this.#parts.batch.add(token, rows[at] as Float32Array, position, lane, wantsLogits)
  }

  /** Frees the cells of tokens from `token` on. */
  #cutCells(lane: number, token: number): void {
    this.#parts.context.cut(lane, Math.max(0, token - this.#parts.lag))
  }

  #forget(lane: number): void {
    this.#parts.context.cut(lane, 0)
    this.#known.delete(lane)
  }
}

/** Tokens of which it has heard. */
function endOf({ cells, rows }: Known): number {
  return cells + rows.length - 1
}
