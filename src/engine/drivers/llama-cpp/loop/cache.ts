import type { Batch } from '../native/batch.ts'
import type { Context, DecodeOutcome } from '../native/context.ts'
import { commonLength, type Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import type { Reading } from './reading.ts'

/** How cached prefixes may be taken over. */
export interface CachePolicy {
  readonly lanes: number
  /**
   * Take over only what was computed exactly as it would be now: whole slices of this many prompt tokens, left by a
   * finished request in the lane to be used. `null`: any common beginning of any lane will do.
   */
  readonly exactSliceTokens: number | null
}

/** The KV cache as prompts see it: whose tokens lie where, and what of a new prompt is there already. */
export class PromptCache {
  readonly #context: Context
  readonly #lanes: Lanes
  readonly #exactSliceTokens: number | null

  constructor(context: Context, policy: CachePolicy) {
    this.#context = context
    this.#lanes = new Lanes(policy.lanes)
    this.#exactSliceTokens = policy.exactSliceTokens
  }

  /**
   * A lane for a new request: an idle one that holds a beginning of its prompt, when nothing else is lost with it or
   * nothing may be shared; else a vacant one. `null` when every lane is owned.
   */
  claim(reading: Reading): Lane | null {
    const prefix = this.#lanes.longestPrefix(reading.prompt, (length, lane) =>
      lane.owner === null ? this.#usable(reading, length, lane) : 0,
    )
    const taken = prefix !== null && (this.#exactly || prefix.length === prefix.lane.tokens.length)
    const lane = taken ? prefix.lane : this.#lanes.vacant()
    if (lane === null) return null
    reading.borrowed = taken ? prefix.length : 0
    this.#cut(lane, reading.borrowed)
    lane.owner = reading
    lane.key = reading.key
    this.#lanes.touch(lane)
    return lane
  }

  /** Takes over what other lanes hold of this prompt beyond what its own lane does. */
  borrow(reading: Reading, lane: Lane): void {
    if (this.#exactly) return
    const prefix = this.#lanes.longestPrefix(reading.prompt, (length, other) => this.#usable(reading, length, other))
    const held = lane.tokens.length
    if (prefix === null || prefix.length <= held || prefix.lane === lane) return
    this.#context.share(prefix.lane.id, lane.id, held, prefix.length)
    for (let at = held; at < prefix.length; at++) lane.tokens.push(reading.prompt[at] as number)
    lane.read = Math.min(prefix.lane.read, prefix.length)
    reading.borrowed += prefix.length - held
    this.#lanes.touch(prefix.lane)
  }

  /** Would waiting for `other`, which is still reading its prompt, spare this one work? */
  isAhead(other: Reading, reading: Reading): boolean {
    if (this.#exactly) return false
    if (other.key !== reading.key) return false
    const held = reading.lane?.tokens.length ?? 0
    const ahead = other.lane?.tokens.length ?? 0
    const shared = Math.min(commonLength(other.prompt, reading.prompt), reading.borrowable)
    return ahead >= held && shared > held && ahead < shared
  }

  /** Computes the batch, giving up the oldest cached prefixes as long as cells are short. */
  async decode(batch: Batch): Promise<DecodeOutcome> {
    for (;;) {
      const outcome = await this.#context.decode(batch)
      const lane = outcome === 'no-cells' ? this.#lanes.oldestCached() : null
      if (lane === null) return outcome
      this.#cut(lane, 0)
    }
  }

  /** The request is over; what it computed stays until the place is needed, unless another lane holds it as well. */
  release(lane: Lane): void {
    lane.owner = null
    this.#lanes.touch(lane)
    for (const redundant of this.#lanes.redundant(lane)) this.#cut(redundant, 0)
  }

  /** The cells of a lane can't be trusted beyond what it lists. */
  restore(lane: Lane): void {
    this.#cut(lane, lane.tokens.length)
  }

  get #exactly(): boolean {
    return this.#exactSliceTokens !== null
  }

  /** Of a common beginning, what may be taken over: nothing whose logits are needed, nor what other adapters made. */
  #usable(reading: Reading, common: number, lane: Lane): number {
    if (lane.key !== reading.key) return 0
    const length = Math.min(common, reading.borrowable)
    if (this.#exactSliceTokens === null) return length
    const read = Math.min(length, lane.read)
    return read - (read % this.#exactSliceTokens)
  }

  #cut(lane: Lane, length: number): void {
    this.#context.cut(lane.id, length)
    lane.cut(length)
  }
}
