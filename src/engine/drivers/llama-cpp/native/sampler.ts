import { randomInt } from 'node:crypto'
import type { Sampling } from '../../../../core/sampling.ts'
import type { LlamaApi, Pointer } from './api.ts'
import type { Grammar } from './grammar.ts'
import { viewFloats } from './memory.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a chain needs to know about the model and the request it samples for. */
export interface SamplerSetting {
  readonly vocabulary: Vocabulary
  /** Penalties that look back see these first. */
  readonly promptTokens: ArrayLike<number>
  /** Replaces a window of -1, "the whole context". */
  readonly contextTokens: number
  /** The turn can't end before so many tokens; `Infinity`: never. */
  readonly minTokens: number
  /** What the text must look like; `null`: anything. */
  readonly grammar: Grammar | null
}

/** One request's sampler chain, and its grammar if it has one; owns their native memory. */
export class Sampler {
  readonly #api: LlamaApi
  readonly #chain: Pointer
  readonly #grammar: Grammar | null
  readonly #vocabularySize: number
  /** Tokens still to come before the turn may end. */
  #early: number

  constructor(api: LlamaApi, sampling: Sampling, setting: SamplerSetting) {
    this.#api = api
    this.#early = setting.minTokens
    this.#grammar = setting.grammar
    this.#vocabularySize = setting.vocabulary.size
    this.#chain = api.llama_sampler_chain_init({ no_perf: true })
    if (this.#early > 0) api.llama_sampler_chain_add(this.#chain, noTurnEnd(api, setting.vocabulary))
    for (const sampler of samplers(api, sampling, setting)) api.llama_sampler_chain_add(this.#chain, sampler)
  }

  /** Chooses the token after batch row `row` of the last decode, and remembers it for the penalties. */
  sample(context: Pointer, row: number): number {
    const token = this.#choose(context, row)
    if (this.#early > 0) {
      this.#early -= 1
      // The first of the chain, put there by the constructor.
      if (this.#early === 0) this.#api.llama_sampler_free(this.#api.llama_sampler_chain_remove(this.#chain, 0))
    }
    return token
  }

  #choose(context: Pointer, row: number): number {
    if (this.#grammar === null) return this.#api.llama_sampler_sample(this.#chain, context, row)
    const logits = viewFloats(this.#api.llama_get_logits_ith(context, row), this.#vocabularySize)
    const token = this.#grammar.choose(this.#chain, logits)
    this.#api.llama_sampler_accept(this.#chain, token)
    return token
  }

  free(): void {
    this.#api.llama_sampler_free(this.#chain)
    this.#grammar?.free()
  }
}

/**
 * The chain in llama.cpp's own order (`common_params_sampling`): bias, penalties, DRY, the truncating samplers, XTC,
 * temperature, choice. Neutral settings add nothing, so a plain request pays for nothing.
 */
function* samplers(api: LlamaApi, s: Sampling, setting: SamplerSetting): Generator<Pointer> {
  const { vocabulary, promptTokens } = setting
  const seed = nativeSeed(s.seed)
  const window = s.penaltyWindow < 0 ? setting.contextTokens : s.penaltyWindow

  if (s.logitBias.length > 0) {
    const biases = s.logitBias.map(([token, bias]) => ({ token, bias }))
    yield api.llama_sampler_init_logit_bias(vocabulary.size, biases.length, biases)
  }
  if (s.repetitionPenalty !== 1) {
    yield seeded(
      api,
      api.llama_sampler_init_penalties(vocabulary.size, window, s.repetitionPenalty, 0, 0),
      promptTokens,
    )
  }
  if (s.presencePenalty !== 0 || s.frequencyPenalty !== 0) {
    // OpenAI's penalties count generated text only, so this one is not shown the prompt.
    yield api.llama_sampler_init_penalties(vocabulary.size, window, 1, s.frequencyPenalty, s.presencePenalty)
  }
  if (s.dry !== null) {
    const { multiplier, base, allowedLength, breakers } = s.dry
    const dryWindow = s.dry.window < 0 ? setting.contextTokens : s.dry.window
    yield seeded(
      api,
      api.llama_sampler_init_dry(
        vocabulary.handle,
        multiplier,
        base,
        allowedLength,
        dryWindow,
        breakers,
        breakers.length,
      ),
      promptTokens,
    )
  }
  if (s.temperature <= 0) {
    yield api.llama_sampler_init_greedy()
    return
  }
  if (s.mirostat !== null) {
    const { version, tau, eta } = s.mirostat
    yield api.llama_sampler_init_temp(s.temperature)
    yield version === 1
      ? api.llama_sampler_init_mirostat(vocabulary.size, seed, tau, eta, MIROSTAT_M)
      : api.llama_sampler_init_mirostat_v2(seed, tau, eta)
    return
  }
  if (s.topK > 0) yield api.llama_sampler_init_top_k(s.topK)
  if (s.typicalP < 1) yield api.llama_sampler_init_typical(s.typicalP, 1)
  if (s.topP < 1) yield api.llama_sampler_init_top_p(s.topP, 1)
  if (s.minP > 0) yield api.llama_sampler_init_min_p(s.minP, 1)
  if (s.xtc !== null && s.xtc.probability > 0) {
    yield api.llama_sampler_init_xtc(s.xtc.probability, s.xtc.threshold, 1, seed)
  }
  if (s.temperature !== 1) yield api.llama_sampler_init_temp(s.temperature)
  yield api.llama_sampler_init_dist(seed)
}

/** LLAMA_DEFAULT_SEED: the one value at which llama.cpp draws a seed of its own. */
const RANDOM_SEED = 0xffffffff

/** Tokens mirostat 1 looks at to estimate the distribution's slope, as in the paper's code and llama.cpp. */
const MIROSTAT_M = 100

/** Bans every token that ends a turn. */
function noTurnEnd(api: LlamaApi, vocabulary: Vocabulary): Pointer {
  const biases = vocabulary.turnEnds().map((token) => ({ token, bias: Number.NEGATIVE_INFINITY }))
  return api.llama_sampler_init_logit_bias(vocabulary.size, biases.length, biases)
}

/** Any integer as one of llama.cpp's seeds; `null` draws one. */
function nativeSeed(seed: number | null): number {
  return seed === null ? randomInt(RANDOM_SEED) : (seed >>> 0) % RANDOM_SEED
}

function seeded(api: LlamaApi, sampler: Pointer, tokens: ArrayLike<number>): Pointer {
  for (let at = 0; at < tokens.length; at++) api.llama_sampler_accept(sampler, tokens[at] as number)
  return sampler
}
