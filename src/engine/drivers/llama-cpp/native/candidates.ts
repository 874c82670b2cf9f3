import type { LlamaApi, Pointer } from './api.ts'
import { allocateBytes, readInt32 } from './memory.ts'

/** Bytes of a `llama_token_data`: id, logit, probability. */
const STRIDE = 12

/** `llama_token_data_array` as the samplers are given it; they may move and sort what it points to. */
export interface TokenDataArray {
  data: Pointer
  size: number | bigint
  selected: number | bigint
  sorted: boolean
}

/** A list of tokens to choose from, in native memory. Room is taken once and used again by every choice. */
export class Candidates {
  readonly #pointer: Pointer
  readonly #ids: Int32Array
  readonly #values: Float32Array
  #size = 0

  /** @param capacity tokens at most */
  constructor(capacity: number) {
    const { pointer, view } = allocateBytes(capacity * STRIDE)
    this.#pointer = pointer
    this.#ids = new Int32Array(view.buffer, view.byteOffset, capacity * 3)
    this.#values = new Float32Array(view.buffer, view.byteOffset, capacity * 3)
  }

  get size(): number {
    return this.#size
  }

  /** Token of a candidate. */
  token(at: number): number {
    return this.#ids[at * 3] as number
  }

  /** Every token that has a logit. */
  fill(logits: Float32Array): void {
    this.#size = logits.length
    for (let token = 0; token < logits.length; token++) this.#set(token, token, logits[token] as number)
  }

  /** This one token. */
  only(token: number): void {
    this.#size = 1
    this.#set(0, token, 0)
  }

  /** Drops those that don't pass, and those that a sampler has made impossible. The others keep their order. */
  keep(passes: (token: number) => boolean): void {
    let kept = 0
    for (let at = 0; at < this.#size; at++) {
      const token = this.token(at)
      const logit = this.#values[at * 3 + 1] as number
      if (logit !== Number.NEGATIVE_INFINITY && passes(token)) this.#set(kept++, token, logit)
    }
    this.#size = kept
  }

  /** Lets a sampler change the logits. */
  apply(api: LlamaApi, sampler: Pointer): void {
    api.llama_sampler_apply(sampler, this.#array())
  }

  /** The token that a chain chooses. */
  choose(api: LlamaApi, chain: Pointer): number {
    const array = this.#array()
    api.llama_sampler_apply(chain, array)
    return readInt32(array.data, Number(array.selected) * STRIDE)
  }

  #array(): TokenDataArray {
    return { data: this.#pointer, size: this.#size, selected: -1, sorted: false }
  }

  #set(at: number, token: number, logit: number): void {
    this.#ids[at * 3] = token
    this.#values[at * 3 + 1] = logit
    this.#values[at * 3 + 2] = 0
  }
}
