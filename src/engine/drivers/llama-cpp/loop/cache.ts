import type { Batch } from '../native/batch.ts'
import type { Context, DecodeOutcome } from '../native/context.ts'
import { commonLength, type Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import type { Sequence } from './sequence.ts'

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
  claim(sequence: Sequence): Lane | null {
    const prefix = this.#lanes.longestPrefix(sequence.prompt, (length, lane) =>
      lane.owner === null ? this.#usable(sequence, length, lane) : 0,
    )
    const taken = prefix !== null && (this.#exactly || prefix.length === prefix.lane.tokens.length)
    const lane = taken ? prefix.lane : this.#lanes.vacant()
    if (lane === null) return null
    sequence.borrowed = taken ? prefix.length : 0
    this.#cut(lane, sequence.borrowed)
    lane.owner = sequence
    this.#lanes.touch(lane)
    return lane
  }

  /** Takes over what other lanes hold of this prompt beyond what its own lane does. */
  borrow(sequence: Sequence, lane: Lane): void {
    if (this.#exactly) return
    const prefix = this.#lanes.longestPrefix(sequence.prompt, (length, other) => this.#usable(sequence, length, other))
    const held = lane.tokens.length
    if (prefix === null || prefix.length <= held || prefix.lane === lane) return
    this.#context.share(prefix.lane.id, lane.id, held, prefix.length)
    for (let at = held; at < prefix.length; at++) lane.tokens.push(sequence.prompt[at] as number)
    lane.read = Math.min(prefix.lane.read, prefix.length)
    sequence.borrowed += prefix.length - held
    this.#lanes.touch(prefix.lane)
  }

  /** Would waiting for `other`, which is still reading its prompt, spare this sequence work? */
  isAhead(other: Sequence, sequence: Sequence): boolean {
    if (this.#exactly) return false
    const held = sequence.place?.lane.tokens.length ?? 0
    const ahead = other.place?.lane.tokens.length ?? 0
    const shared = Math.min(commonLength(other.prompt, sequence.prompt), sequence.prompt.length - 1)
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

  /** Of a common beginning, what may be taken over; the last prompt token is always computed, for its logits. */
  #usable(sequence: Sequence, common: number, lane: Lane): number {
    const length = Math.min(common, sequence.prompt.length - 1)
    if (this.#exactSliceTokens === null) return length
    const read = Math.min(length, lane.read)
    return read - (read % this.#exactSliceTokens)
  }

  #cut(lane: Lane, length: number): void {
    this.#context.cut(lane.id, length)
    lane.cut(length)
  }
}
