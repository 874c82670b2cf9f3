import type { Batch } from '../native/batch.ts'
import type { Context, DecodeOutcome } from '../native/context.ts'
import { commonLength, type Lane } from './lane.ts'
import { Lanes, type Prefix } from './lanes.ts'
import type { Reading } from './reading.ts'
import { Shelf, type Shelved } from './shelf.ts'

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
}

/** Tokens of idle prompts that may stay in the cache: few enough not to slow down attention (measured: 1 024 don't). */
const IDLE_TOKENS = 1024

/** Copying cells back costs about as much as computing this many tokens. */
const RESTORE_COST_TOKENS = 32

/** The KV cache as prompts see it: whose tokens lie where, and what of a new prompt is there already. */
export class PromptCache {
  readonly #context: Context
  readonly #policy: CachePolicy
  readonly #lanes: Lanes
  readonly #shelf: Shelf

  constructor(context: Context, policy: CachePolicy) {
    this.#context = context
    this.#policy = policy
    this.#lanes = new Lanes(policy.lanes)
    this.#shelf = new Shelf(policy.shelfBytes)
  }

  /**
   * A lane for a new request: an idle one that holds a beginning of its prompt, when nothing else is lost with it or
   * nothing may be shared; else a vacant one, filled from the shelf if that has more. `null` when every lane is owned.
   */
  claim(reading: Reading): Lane | null {
    const idle = this.#longest(reading, (lane) => lane.owner === null)
    const whole = idle !== null && idle.length === idle.lane.tokens.length
    const prefix = whole || this.#policy.exactSliceTokens !== null ? idle : null
    const lane = prefix?.lane ?? this.#lanes.vacant()
    if (lane === null) return null
    this.#cut(lane, prefix?.length ?? 0)
    lane.owner = reading
    lane.key = reading.key
    this.#lanes.touch(lane)
    reading.borrowed = lane.tokens.length
    this.#restore(reading, lane)
    return lane
  }

  /** Takes over what other lanes hold of this prompt beyond what its own lane does. */
  borrow(reading: Reading, lane: Lane): void {
    if (!this.#shares) return
    const prefix = this.#longest(reading, (other) => other !== lane)
    const held = lane.tokens.length
    if (prefix === null || prefix.length <= held) return
    this.#context.share(prefix.lane.id, lane.id, held, prefix.length)
    for (let at = held; at < prefix.length; at++) lane.tokens.push(reading.prompt[at] as number)
    lane.read = Math.min(prefix.lane.read, prefix.length)
    reading.borrowed += prefix.length - held
    this.#lanes.touch(prefix.lane)
  }

  /** Would waiting for `other`, which is still reading its prompt, spare this one work? */
  isAhead(other: Reading, reading: Reading): boolean {
    if (!this.#shares || other.key !== reading.key) return false
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

  /** The prompt has been read. A state that can't be cut is kept as it is now, before the answer changes it. */
  promptRead(lane: Lane): void {
    if (this.#policy.wholeOnly) this.#shelve(lane)
  }

  /** The request is over; what it computed stays, in the cache or on the shelf, unless another lane holds it as well. */
  release(lane: Lane): void {
    lane.owner = null
    this.#lanes.touch(lane)
    for (const redundant of this.#lanes.redundant(lane)) this.#cut(redundant, 0)
    while (this.#shares && this.#lanes.idleTokens() > IDLE_TOKENS) {
      const oldest = this.#lanes.oldestCached()
      if (oldest === null) return
      this.#shelve(oldest)
      this.#cut(oldest, 0)
    }
  }

  /** The cells of a lane can't be trusted beyond what it lists. */
  restore(lane: Lane): void {
    this.#cut(lane, lane.tokens.length)
  }

  /** Whether lanes may use each other's cells. */
  get #shares(): boolean {
    return this.#policy.exactSliceTokens === null && !this.#policy.wholeOnly
  }

  #longest(reading: Reading, eligible: (lane: Lane) => boolean): Prefix | null {
    return this.#lanes.longestPrefix(reading.prompt, (common, lane) =>
      eligible(lane) ? this.#usable(reading, common, lane) : 0,
    )
  }

  /** Of a common beginning, what may be taken over: nothing whose logits are needed, nor what other adapters made. */
  #usable(reading: Reading, common: number, from: Pick<Lane, 'key' | 'read' | 'tokens'> | Shelved): number {
    if (from.key !== reading.key) return 0
    const length = Math.min(common, reading.borrowable)
    if (this.#policy.wholeOnly) return length === from.tokens.length ? length : 0
    if (this.#policy.exactSliceTokens === null) return length
    const read = Math.min(length, from.read)
    return read - (read % this.#policy.exactSliceTokens)
  }

  #shelve(lane: Lane): void {
    const { tokens, read, key } = lane
    if (tokens.length > RESTORE_COST_TOKENS) {
      this.#shelf.put({ tokens: [...tokens], read, key, state: this.#context.save(lane.id) })
    }
  }

  /** Fills a claimed lane from the shelf, when that saves more than copying costs, also against sharing with others. */
  #restore(reading: Reading, lane: Lane): void {
    const held = this.#shares ? (this.#longest(reading, () => true)?.length ?? 0) : lane.tokens.length
    const shelved = this.#shelf.best(reading.prompt, (common, from) => this.#usable(reading, common, from))
    if (shelved === null) return
    const length = this.#usable(reading, commonLength(shelved.tokens, reading.prompt), shelved)
    if (length < held + RESTORE_COST_TOKENS) return
    this.#cut(lane, 0)
    reading.borrowed = 0
    if (!this.#context.load(lane.id, shelved.state)) return
    lane.tokens.push(...shelved.tokens)
    lane.read = shelved.read
    if (length < lane.tokens.length) this.#cut(lane, length)
    reading.borrowed = length
  }

  #cut(lane: Lane, length: number): void {
    this.#context.cut(lane.id, length)
    lane.cut(length)
  }
}
