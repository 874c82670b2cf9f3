/**
 * How the next token is chosen. Every field has a neutral value at which it does nothing, so a request that
 * leaves everything out samples from the model's own distribution, as OpenAI's API does.
 */
export interface Sampling {
  /** 0 is greedy; otherwise logits are divided by it. 0–2 at the OpenAI API. */
  readonly temperature: number
  /** Keep the k likeliest tokens; 0 keeps all. */
  readonly topK: number
  /** Keep the likeliest tokens whose probabilities sum to p; 1 keeps all. */
  readonly topP: number
  /** Drop tokens less likely than p × the likeliest; 0 drops none. */
  readonly minP: number
  /** Locally typical sampling (Meister et al. 2022); 1 is off. */
  readonly typicalP: number
  /** Divide the logits of tokens seen in the window, prompt included; 1 is off. */
  readonly repetitionPenalty: number
  /** Subtracted once from a token generated before; 0 is off. */
  readonly presencePenalty: number
  /** Subtracted for each time a token was generated before; 0 is off. */
  readonly frequencyPenalty: number
  /** Tokens the penalties look back; -1 is the whole context. */
  readonly penaltyWindow: number
  readonly dry: DrySampling | null
  readonly xtc: XtcSampling | null
  readonly mirostat: MirostatSampling | null
  /** Same seed, same prompt, same text. `null`: a seed is drawn for the request. */
  readonly seed: number | null
  /** Added to a token's logit before anything else; -100 bans in practice. */
  readonly logitBias: readonly (readonly [token: number, bias: number])[]
}

/** "Don't repeat yourself": penalises tokens that would extend a repeated sequence. */
export interface DrySampling {
  readonly multiplier: number
  readonly base: number
  readonly allowedLength: number
  /** Tokens looked back; -1 is the whole context. */
  readonly window: number
  readonly breakers: readonly string[]
}

/** "Exclude top choices": with `probability`, drops all tokens above `threshold` but the least likely of them. */
export interface XtcSampling {
  readonly probability: number
  readonly threshold: number
}

/** Mirostat (Basu et al. 2021) holds perplexity at `tau`, learning at `eta`; it replaces the truncating samplers. */
export interface MirostatSampling {
  readonly version: 1 | 2
  readonly tau: number
  readonly eta: number
}

export const NEUTRAL_SAMPLING: Sampling = {
  temperature: 1,
  topK: 0,
  topP: 1,
  minP: 0,
  typicalP: 1,
  repetitionPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  penaltyWindow: -1,
  dry: null,
  xtc: null,
  mirostat: null,
  seed: null,
  logitBias: [],
}
