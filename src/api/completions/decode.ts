import type { ResponseFormat } from '../../core/chat.ts'
import type { Sampling } from '../../core/sampling.ts'
import type { Wish } from '../../core/wish.ts'
import { decodeFormat } from '../chat/decode-format.ts'
import { assumedSampling, type SamplingName } from '../fields/assumed-sampling.ts'
import { decodeEngine, type EngineWishes } from '../fields/engine-fields.ts'
import { type NamedFiles, NO_FILES } from '../fields/named-files.ts'
import { decodePrompts, type Prompts } from '../fields/prompt-schema.ts'
import { decodeSampling } from '../fields/sampling-decode.ts'
import { decodeStop } from '../fields/stop.ts'
import { decodeWish } from '../fields/wish-fields.ts'
import type { CompletionRequestFields } from './request-schema.ts'

/** OpenAI's, and surprisingly few. */
const DEFAULT_MAX_TOKENS = 16

/** Texts to be continued, and how to deliver what comes of it. */
export interface CompletionOrder extends Prompts {
  readonly model: string
  /** What follows after the gap; `null`: there is no gap. */
  readonly suffix: string | null
  readonly echo: boolean
  /** Answers wanted to each prompt. */
  readonly choices: number
  /** Answers generated to each prompt, of which the best are kept. */
  readonly candidates: number
  /** Alternatives to tell with each token's logprob; `null`: no logprobs. */
  readonly logprobs: number | null
  readonly sampling: Sampling
  /** What of it nobody asked for: left out where the engine can't do it. */
  readonly assumed: readonly SamplingName[]
  /** 0: the prompt is only read. */
  readonly maxTokens: number
  readonly minTokens: number
  readonly ignoreEos: boolean
  readonly stop: readonly string[]
  readonly engine: EngineWishes
  readonly wish: Wish
  /** What each answer must look like. */
  readonly format: ResponseFormat
  readonly stream: boolean
  readonly includeUsage: boolean
}

/** @param asked the request as it came, where a product's defaults were filled in since */
export function decodeCompletion(
  fields: CompletionRequestFields,
  files: NamedFiles = NO_FILES,
  asked: CompletionRequestFields = fields,
): CompletionOrder {
  const choices = fields.n ?? 1
  return {
    ...decodePrompts(fields.prompt),
    model: fields.model,
    suffix: fields.suffix ?? null,
    echo: fields.echo ?? false,
    choices,
    candidates: fields.best_of ?? choices,
    logprobs: fields.logprobs ?? null,
    sampling: decodeSampling(fields),
    assumed: assumedSampling(asked, fields),
    maxTokens: fields.max_tokens ?? DEFAULT_MAX_TOKENS,
    minTokens: fields.min_tokens ?? 0,
    ignoreEos: fields.ignore_eos ?? false,
    stop: decodeStop(fields.stop),
    format: decodeFormat(fields, files),
    engine: decodeEngine(fields, files),
    wish: decodeWish(fields),
    stream: fields.stream ?? false,
    includeUsage: fields.stream_options?.include_usage ?? false,
  }
}
