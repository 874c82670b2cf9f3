import type { DecodeOutcome } from '../native/context.ts'

/** Rows below which a prompt token costs more than in a large batch (measured: 64 rows are as fast a row as 512). */
const SMALLEST_EFFICIENT_SLICE = 64

/**
 * Rows below which it costs much more. Measured on a CPU, with layers 2048 wide: of 16 rows each costs 2 % (F16), 8 %
 * (Q4_K_M), 19 % (Q8_0) and 21 % (Q4_0) more than of 64; of 8 rows, 29 to 55 %.
 */
const SMALLEST_SLICE = 16

/**
 * A slice of less than the efficient size takes at least so many times as long as a step of answers, which takes as long
 * as reading all weights, or longer: where that is most of a slice's time, as on a GPU, a smaller one is hardly over
 * sooner.
 */
const READS_OF_WEIGHTS = 3

/** A pause in a running answer that a reader doesn't notice, in milliseconds. */
const UNNOTICED_PAUSE_MS = 100

/**
 * A slice of a prompt that takes no longer is computed on the main thread: the way to another and back takes a tenth of
 * a millisecond, which is as long as such a slice of a tiny model.
 */
const BRIEF_SLICE_MS = 5

/**
 * The same for the next tokens of answers. They can't be cut short, and nothing that comes in meanwhile could be worked
 * on before they are there; a third thread that wants to run beside two that compute on two cores costs every one of
 * them a tenth of its time.
 */
const BRIEF_ANSWERS_MS = 100

/** What of the last slice's speed is believed, against all before. */
const RECENT = 0.3

/** What one `llama_decode` is about to compute. */
export interface Load {
  /** Slices of prompts, or the next tokens of answers. */
  readonly of: 'prompts' | 'answers'
  /** Of the batch. */
  readonly rows: number
}

/** Sizes the slices of prompts so that running answers keep their pace. */
export class PaceKeeper {
  readonly #maxTokens: number
  readonly #now: () => number
  #msPerToken = 0
  /** The last step in which answers got their next tokens. */
  #answers = { rows: 1, ms: Number.POSITIVE_INFINITY }

  /** @param maxTokens the largest slice */
  constructor(maxTokens: number, now: () => number = () => performance.now()) {
    this.#maxTokens = maxTokens
    this.#now = now
  }

  /**
   * Tokens of the next slice: all there is room for when no answer waits for it, else what fits an unnoticed pause,
   * and more the more prompts wait for each answer: many short waits are worse than one. Where not even the smallest
   * efficient slice fits, a smaller one takes its place that costs a little more a token.
   */
  sliceTokens(running: number, reading: number): number {
    if (running === 0 || this.#msPerToken === 0) return this.#maxTokens
    const pause = UNNOTICED_PAUSE_MS * Math.max(1, reading / running)
    const affordable = pause / this.#msPerToken
    const large = Math.floor(affordable / SMALLEST_EFFICIENT_SLICE) * SMALLEST_EFFICIENT_SLICE
    return Math.min(this.#maxTokens, large === 0 ? this.#smallSlice(affordable) : large)
  }

  /** Tokens of a slice where not even the smallest efficient one is affordable. */
  #smallSlice(affordable: number): number {
    const worthwhile = Math.min(SMALLEST_EFFICIENT_SLICE, (READS_OF_WEIGHTS * this.#answers.ms) / this.#msPerToken)
    const units = Math.max(1, Math.floor(affordable / SMALLEST_SLICE), Math.ceil(worthwhile / SMALLEST_SLICE))
    return units * SMALLEST_SLICE
  }

  /**
   * Will the next step be over before anybody could notice? One of answers is taken to cost as much as the last, and
   * where it has more rows than that, as much more as they are: not more, for all rows share one reading of the weights.
   */
  isBrief({ of, rows }: Load): boolean {
    if (of === 'answers') return this.#answers.ms * Math.max(1, rows / this.#answers.rows) <= BRIEF_ANSWERS_MS
    return this.#msPerToken > 0 && rows * this.#msPerToken <= BRIEF_SLICE_MS
  }

  /** Runs a step and learns from how long it takes, unless it is cut short. */
  async timed({ of, rows }: Load, run: () => Promise<DecodeOutcome>): Promise<DecodeOutcome> {
    const start = this.#now()
    const outcome = await run()
    const ms = this.#now() - start
    if (outcome !== 'done') return outcome
    if (of === 'answers') this.#answers = { rows, ms }
    else this.#msPerToken += (this.#msPerToken === 0 ? 1 : RECENT) * (ms / rows - this.#msPerToken)
    return outcome
  }
}
