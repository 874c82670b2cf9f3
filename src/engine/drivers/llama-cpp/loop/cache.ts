import { append } from '../../../../core/append.ts'
import { commonLength, type Lane } from './lane.ts'
import type { LaneCells } from './lane-cells.ts'
import { Lanes, type Prefix } from './lanes.ts'
import type { Reading } from './reading.ts'
import { Shelf, type Shelved } from './shelf.ts'
import { positionAt, wholeSpans } from './spans.ts'
import { worthCopying, worthCutting, worthKeeping, worthWaiting } from './worth.ts'

/** How cached prefixes may be taken over. */
export interface CachePolicy {
  readonly lanes: number
  /**
   * Take over only what was computed exactly as it would be now: whole slices of this many prompt tokens, left by a
   * finished request in the lane to be used. `null`: any common beginning of any lane will do.
   */
  readonly exactSliceTokens: number | null
  /** Recurrent models keep a state, not cells: it can be taken over whole or not at all. */
  readonly wholeOnly: boolean
  /** Bytes of prompts kept outside the cache. */
  readonly shelfBytes: number
  /** Told what of them is taken. */
  readonly onShelfBytes?: ((bytes: number) => void) | undefined
  /** Tokens a lane has room for. */
  readonly laneTokens: number
}

/** What the cache does with the cells of lanes. */
export type Cells = Pick<LaneCells, 'save' | 'load' | 'cut'>

/** The KV cache as prompts see it: whose tokens lie where, and what of a new prompt is there already. */
export class PromptCache {
  readonly #cells: Cells
  readonly #policy: CachePolicy
  readonly #lanes: Lanes
  readonly #shelf: Shelf

  constructor(cells: Cells, policy: CachePolicy) {
    this.#cells = cells
    this.#policy = policy
    this.#lanes = new Lanes(policy.lanes)
    this.#shelf = new Shelf(policy.shelfBytes, policy.wholeOnly, policy.onShelfBytes)
  }

  /**
   * A lane for a new request: the idle one that holds most of its prompt, if it can be cut back to that, else a vacant
   * one, filled from the shelf if that has more. What else the lane held goes onto the shelf, unless computing it again
   * is cheaper. `null` when every lane is owned.
   */
  claim(reading: Reading): Lane | null {
    const vacant = this.#lanes.vacant()
    if (vacant === null) return null
    const keeps = this.#policy.shelfBytes > 0
    const { borrowable } = reading
    const idle = this.#longest(
      reading,
      (lane, length) => lane.owner === null && (lane === vacant || worthCutting(lane, length, borrowable, keeps)),
    )
    const found = idle?.lane ?? vacant
    const length = idle?.length ?? 0
    this.#clear(found, length)
    const lane = length > 0 ? this.#nearer(found, vacant) : found
    lane.owner = reading
    lane.key = reading.key
    this.#lanes.touch(lane)
    reading.borrowed = length
    this.#fill(reading, lane)
    return lane
  }

  /**
   * Where a conversation goes on: in the lane that holds it, unless it would be computed apart from all others there and
   * beside them in the vacant one. A copy costs less than some tokens do, and an answer has many.
   */
  #nearer(lane: Lane, vacant: Lane): Lane {
    if (this.#lanes.span(vacant) >= this.#lanes.span(lane)) return lane
    this.#clear(vacant, 0)
    if (!this.#put(vacant, { ...lane, state: this.#cells.save(lane.id) })) return lane
    this.#cut(lane, 0)
    return vacant
  }

  /** Copies what another lane holds of this prompt beyond what its own does, when that is worth it. */
  borrow(reading: Reading, lane: Lane): void {
    if (this.#policy.wholeOnly) this.#fill(reading, lane)
    if (!this.#shares) return
    const prefix = this.#elsewhere(reading, lane)
    if (prefix === null) return
    const { tokens, spans, read } = prefix.lane
    const state = this.#cells.save(prefix.lane.id)
    this.#load(reading, lane, { tokens: [...tokens], spans, read, state }, prefix.length)
    this.#lanes.touch(prefix.lane)
  }

  /**
   * Would waiting for `other`, which is still reading its prompt, spare this one work?
   * @param first of two that have got equally far, is the other one first?
   */
  isAhead(other: Reading, reading: Reading, first: boolean): boolean {
    if (other === reading || other.ended) return false
    if (this.#policy.exactSliceTokens !== null || other.key !== reading.key) return false
    const held = reading.lane?.tokens.length ?? 0
    const ahead = other.lane?.tokens.length ?? 0
    // Before the prompts are compared, which takes longer.
    if (ahead < held || (ahead === held && !first)) return false
    const common = Math.min(commonLength(other.prompt, reading.prompt), reading.borrowable)
    const kept = other.prompt.length - 1
    const shared = !this.#policy.wholeOnly ? common : common >= kept ? kept : 0
    return worthWaiting(shared - held) && ahead < shared
  }

  /**
   * Lanes between those of these answers: llama.cpp computes sequences together only as far as there is no gap between
   * them, so it pays to give these lanes rows of no use, as many as each answer has. Whoever does so has to `restore` them.
   */
  bridges(answers: readonly Reading[], rows: number): readonly Lane[] {
    const ids = answers.flatMap(({ lane }) => (lane === null ? [] : [lane.id]))
    const between = this.#lanes.between(Math.min(...ids), Math.max(...ids)).filter(({ id }) => !ids.includes(id))
    const room = between.every(({ tokens }) => tokens.length + rows <= this.#policy.laneTokens)
    return room && !this.#policy.wholeOnly && between.length < ids.length ? between : []
  }

  /**
   * Where the slice of a prompt that would reach `end` ends. A state that can't be cut is kept before the last token,
   * so that the same prompt can begin there, and so can one that goes on.
   */
  sliceEnd(reading: Reading, end: number): number {
    const last = reading.prompt.length - 1
    return this.#policy.wholeOnly && (reading.lane?.tokens.length ?? 0) < last ? Math.min(end, last) : end
  }

  /** So much of the prompt has been read. */
  promptRead(reading: Reading, lane: Lane): void {
    if (this.#policy.wholeOnly && lane.tokens.length === reading.prompt.length - 1) this.#shelve(lane)
  }

  /** The request is over; what it computed stays until the lane is needed, unless another lane holds it as well. */
  release(lane: Lane): void {
    lane.owner = null
    this.#lanes.touch(lane)
    for (const redundant of this.#lanes.redundant(lane)) this.#cut(redundant, 0)
  }

  /** The cells of a lane can't be trusted beyond what it lists; a state that has gone on can't be trusted at all. */
  restore(lane: Lane): void {
    this.#cut(lane, this.#policy.wholeOnly ? 0 : lane.tokens.length)
  }

  /** Whether `restore` leaves a lane what it holds. */
  isRestorable(lane: Lane): boolean {
    return !this.#policy.wholeOnly || lane.tokens.length === 0
  }

  /** Whether lanes may use each other's cells. */
  get #shares(): boolean {
    return this.#policy.exactSliceTokens === null && !this.#policy.wholeOnly
  }

  #longest(reading: Reading, eligible: (lane: Lane, length: number) => boolean): Prefix | null {
    return this.#lanes.longestPrefix(reading.prompt, (common, lane) => {
      const length = this.#usable(reading, common, lane)
      return length > 0 && eligible(lane, length) ? length : 0
    })
  }

  /** The other lane that holds most of this prompt, of those that are worth copying to have more than `lane` has. */
  #elsewhere(reading: Reading, lane: Lane): Prefix | null {
    return this.#longest(
      reading,
      (other, length) => other !== lane && worthCopying(length - lane.tokens.length, other.tokens.length),
    )
  }

  /** Of a common beginning, what may be taken over: nothing whose logits are needed, nor what other adapters made. */
  #usable(reading: Reading, common: number, from: Pick<Lane, 'key' | 'read' | 'tokens'> | Shelved): number {
    if (from.key !== reading.key) return 0
    const length = wholeSpans(Math.min(common, reading.borrowable), reading.media)
    if (this.#policy.wholeOnly) return length === from.tokens.length ? length : 0
    if (this.#policy.exactSliceTokens === null) return length
    // Behind a span, slices begin where it ends.
    const read = Math.min(length, from.read, reading.media[0]?.start ?? length)
    return read - (read % this.#policy.exactSliceTokens)
  }

  /** Keeps the first `length` tokens; the rest goes onto the shelf, unless it isn't worth that. */
  #clear(lane: Lane, length: number): void {
    if (worthKeeping(lane, length)) this.#shelve(lane)
    this.#cut(lane, length)
  }

  /** Onto the shelf, if it is of use there and not there yet. */
  #shelve(lane: Lane): void {
    const { tokens, spans, read, key } = lane
    const { shelfBytes, exactSliceTokens } = this.#policy
    if (tokens.length === 0 || read < (exactSliceTokens ?? 0)) return
    if (shelfBytes === 0 || this.#shelf.holds(lane)) return
    this.#shelf.put({ tokens: [...tokens], spans, read, key, state: this.#cells.save(lane.id) })
  }

  /** Fills a claimed lane from the shelf, when that has more than the lanes do and it is worth it. */
  #fill(reading: Reading, lane: Lane): void {
    const elsewhere = this.#shares ? this.#elsewhere(reading, lane) : null
    const held = elsewhere?.length ?? lane.tokens.length
    const shelved = this.#shelf.best(reading.prompt, (common, from) => {
      const length = this.#usable(reading, common, from)
      return worthCopying(length - held, from.tokens.length) ? length : 0
    })
    if (shelved === null) return
    const length = this.#usable(reading, commonLength(shelved.tokens, reading.prompt), shelved)
    this.#load(reading, lane, shelved, length)
  }

  /** Puts the first `length` tokens of a saved state into a lane, in place of what it holds. */
  #load(reading: Reading, lane: Lane, from: Omit<Shelved, 'key'>, length: number): void {
    // What this request has computed itself so far it goes on counting as computed.
    const computed = lane.tokens.length - reading.borrowed
    this.#cut(lane, 0)
    reading.borrowed = 0
    if (!this.#put(lane, from)) return
    if (length < lane.tokens.length) this.#cut(lane, length)
    reading.borrowed = length - computed
  }

  /** Fills an empty lane. False when llama.cpp can't. */
  #put(lane: Lane, from: Omit<Shelved, 'key'>): boolean {
    if (!this.#cells.load(lane.id, from.state)) return false
    append(lane.tokens, from.tokens)
    lane.spans = from.spans
    lane.read = from.read
    return true
  }

  #cut(lane: Lane, length: number): void {
    this.#cells.cut(lane.id, positionAt(length, lane.spans))
    lane.cut(length)
  }
}
