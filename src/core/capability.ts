import type { MediaSupport } from './media.ts'
import { NEUTRAL_SAMPLING, type Sampling } from './sampling.ts'
import type { GenerateTask } from './task.ts'

/** Everything about a request that an engine may or may not honour. */
export type Parameter =
  | keyof Sampling
  | Exclude<keyof GenerateTask, 'kind' | 'prompt' | 'choice' | 'sampling' | 'shownTokens' | 'media'>

const BESIDE_SAMPLING: Readonly<Record<Exclude<Parameter, keyof Sampling>, true>> = {
  maxTokens: true,
  minTokens: true,
  ignoreEos: true,
  logprobs: true,
  constraint: true,
  adapters: true,
  prediction: true,
  speculation: true,
}

/** All of them. */
export const PARAMETERS = [...Object.keys(NEUTRAL_SAMPLING), ...Object.keys(BESIDE_SAMPLING)] as readonly Parameter[]

/** `emulated`: Trivet does it above the engine. `refused`: a request that sets it gets a 400 naming it. */
export const SUPPORTS = ['enforced', 'emulated', 'refused'] as const
export type Support = (typeof SUPPORTS)[number]

/** What one loaded instance can do. */
export interface Capabilities {
  readonly generate: boolean
  /** Takes conversations as they are, and makes its own prompts of them. Default: it takes prompts. */
  readonly chat?: boolean
  /** Numbers in one embedding; `null`: it makes none. */
  readonly embeddingSize: number | null
  /** Scores a pair of texts rather than embedding them. */
  readonly rerank: boolean
  readonly logits: boolean
  /** Writes down what is said in sounds, and when, and does nothing else. Default: it doesn't. */
  readonly transcribe?: boolean
  /** What it reads besides text. */
  readonly media: MediaSupport
  /** Tokens a single request may span, prompt and answer together. */
  readonly contextTokens: number
  /** Requests worked on at once; more wait. */
  readonly slots: number
  readonly parameters: Readonly<Record<Parameter, Support>>
  /** Whether a grammar may begin in the middle of an answer (`Constraint.triggers`). Default: it may. */
  readonly lateGrammars?: boolean
  /** Whether control tokens can be part of an answer's text (`shownTokens`). Default: they can. */
  readonly shownTokens?: boolean
}
