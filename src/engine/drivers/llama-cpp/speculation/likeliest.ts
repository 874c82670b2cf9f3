import { logSoftmax } from '../loop/logprobs.ts'
import type { LlamaApi, Pointer } from '../native/api.ts'
import type { Context } from '../native/context.ts'

/** Chooses the likeliest token, as long as it is likely enough. */
export class Likeliest {
  readonly #api: LlamaApi
  readonly #vocabularySize: number
  readonly #greedy: Pointer

  constructor(api: LlamaApi, vocabularySize: number) {
    this.#api = api
    this.#vocabularySize = vocabularySize
    this.#greedy = api.llama_sampler_chain_init({ no_perf: true })
    api.llama_sampler_chain_add(this.#greedy, api.llama_sampler_init_greedy())
  }

  /** After batch row `row` of the last decode; `null` when no token is as likely as that. */
  after(context: Context, row: number, minProbability: number): number | null {
    const token = this.#api.llama_sampler_sample(this.#greedy, context.handle, row) as number
    if (minProbability <= 0) return token
    const logits = context.logits(row, this.#vocabularySize)
    const logprob = (logits[token] as number) - logSoftmax(logits, 0).normaliser
    return logprob < Math.log(minProbability) ? null : token
  }

  free(): void {
    this.#api.llama_sampler_free(this.#greedy)
  }
}
