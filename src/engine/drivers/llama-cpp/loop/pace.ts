import type { DecodeOutcome } from '../native/context.ts'

/** Rows below which a prompt token costs more than in a large batch (measured: 64 rows are as fast a row as 512). */
const SMALLEST_EFFICIENT_SLICE = 64

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
   * and more the more prompts wait for each answer: many short waits are worse than one.
   */
  sliceTokens(running: number, reading: number): number {
    if (running === 0 || this.#msPerToken === 0) return this.#maxTokens
    const pause = UNNOTICED_PAUSE_MS * Math.max(1, reading / running)
    const affordable = Math.floor(pause / this.#msPerToken / SMALLEST_EFFICIENT_SLICE)
    return Math.min(this.#maxTokens, Math.max(1, affordable) * SMALLEST_EFFICIENT_SLICE)
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
