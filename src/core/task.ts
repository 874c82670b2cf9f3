import type { ChatRequest } from './chat.ts'
import type { AudioMedia, Media } from './media.ts'
import type { Sampling } from './sampling.ts'

/** One piece of work for an engine. What it answers with, event by event, is said at each kind. */
export type EngineTask =
  | ChatTask
  | GenerateTask
  | EmbedTask
  | RerankTask
  | LogitsTask
  | TranscribeTask
  | TokenizeTask
  | DetokenizeTask

/** Text, in which special tokens count as such, or token ids as they are. */
export type Prompt = string | readonly number[]

/**
 * Answer a conversation, for an engine that makes its own prompt of it: as `generate`, with reasoning and tool calls told
 * as such. `request.choices` is 1.
 */
export interface ChatTask {
  readonly kind: 'chat'
  readonly request: ChatRequest
}

/** Continue a prompt: `prompt-progress`+ `text-delta`* `usage` `finish`. */
export interface GenerateTask {
  readonly kind: 'generate'
  readonly prompt: Prompt
  /** Which of several answers to one prompt; those after the first share its prompt. Default 0. */
  readonly choice?: number
  /** What stands in the prompt's text under its marks. Default: nothing. */
  readonly media?: readonly Media[]
  readonly sampling: Sampling
  /** Tokens to generate at most; `null`: until the context is full. */
  readonly maxTokens: number | null
  /** No end of turn before this many tokens. Default 0. */
  readonly minTokens?: number
  /** Go on past an end of turn, until a limit. Default false. */
  readonly ignoreEos?: boolean
  /** Tell each token's logprob and so many likeliest alternatives. Default: no logprobs. */
  readonly logprobs?: number
  /** What the text must look like. */
  readonly constraint?: Constraint
  /** Control tokens whose text is part of the answer all the same, such as `<tool_call>`. */
  readonly shownTokens?: readonly string[]
  /** LoRA adapters to apply, by path. Default: none. */
  readonly adapters?: readonly Adapter[]
  /** A text that the answer is likely to repeat for the most part: it is guessed from, before `speculation` has a say. */
  readonly prediction?: string
  /** `null`: no guessing ahead. Default: by the draft model that the model was loaded with, if any. */
  readonly speculation?: Speculation | null
}

/** A grammar that the engine enforces while sampling. */
export interface Constraint {
  /** GBNF, as llama.cpp reads it; its start rule is `root`. */
  readonly grammar: string
  /**
   * Regular expressions (ECMAScript, as `std::regex` has it) over the whole text so far: the grammar begins at the
   * first group of the first that matches, all of which it must allow. Left out: it holds from the first token.
   */
  readonly triggers?: readonly string[]
}

export interface Adapter {
  readonly path: string
  /** 1 is full strength. */
  readonly scale: number
}

/**
 * Who guesses: a small model with the same vocabulary, the model's own MTP layers, an EAGLE-3 draft made for it, or the text itself, searched for what
 * came before. The names are llama.cpp's.
 */
export const SPECULATION_KINDS = [
  'draft-simple',
  'draft-mtp',
  'draft-eagle3',
  'ngram-simple',
  'ngram-map-k',
  'ngram-map-k4v',
  'ngram-mod',
  'ngram-cache',
] as const
export type SpeculationKind = (typeof SPECULATION_KINDS)[number]

/**
 * Guess several tokens and check them in one step. Whatever is guessed, every token is sampled as it would be without:
 * at temperature 0 the text is the same.
 */
export interface Speculation {
  readonly kind: SpeculationKind
  /** File of the draft; only for `draft-simple` and `draft-eagle3`, which can't do without. */
  readonly draftModel?: string
  /** Tokens guessed at most, at least 1, and at least worth checking. */
  readonly maxTokens: number
  readonly minTokens: number
  /** A token less likely than this ends the guess, where guessing knows how likely its tokens are. */
  readonly minProbability: number
}

/** Vectors of texts: an `embedding` each, in order, then `usage` `finish`. */
export interface EmbedTask {
  readonly kind: 'embed'
  readonly inputs: readonly Prompt[]
  /** Scale to length 1. */
  readonly normalize: boolean
  /** A text over the context, or over so many tokens: cut. Default: one over the context is refused with its index. */
  readonly truncate?: boolean | number
}

/** How well documents answer a query: a `score` each, in order, then `usage` `finish`. */
export interface RerankTask {
  readonly kind: 'rerank'
  readonly query: string
  readonly documents: readonly string[]
  /** A pair over the context: its document cut, or refused with its index. Default false. */
  readonly truncate?: boolean
}

/** What the model makes of a given text, position by position: `logits`* `usage` `finish`. */
export interface LogitsTask {
  readonly kind: 'logits'
  readonly prompt: Prompt
  /** The first position to tell of; -1 is the last one. What lies before may come from the cache. */
  readonly from: number
  /** So many largest logits a row; 0: all of them. */
  readonly top: number
  /** Tell with each row how likely it finds the prompt's next token, and so many likeliest ones. Default: not told. */
  readonly logprobs?: number
}

/** Write down what is said in a sound: `segment`* `language`? `usage` `finish`. */
export interface TranscribeTask {
  readonly kind: 'transcribe'
  readonly sound: AudioMedia
  /** ISO 639-1; `null`: the one that is heard. */
  readonly language: string | null
  /** What was said before, or how names are spelled; empty: nothing. */
  readonly prompt: string
  /** 0: the likeliest words, others only where those can't be right. */
  readonly temperature: number
  /** Into English, whatever is spoken. */
  readonly translate: boolean
  /** Tell when each word is said. */
  readonly words: boolean
}

/** The token ids of a text: one `tokens`, then `finish`. A row that is no token, of an image or a sound, has a negative id. */
export interface TokenizeTask {
  readonly kind: 'tokenize'
  readonly text: string
  /** As in `GenerateTask`. */
  readonly media?: readonly Media[]
  /** Put BOS and the like where the model wants them. */
  readonly addSpecial: boolean
  /** Special tokens in the text count as such. */
  readonly parseSpecial: boolean
}

/** The text of token ids: one `text-delta`, then `finish`. */
export interface DetokenizeTask {
  readonly kind: 'detokenize'
  readonly tokens: readonly number[]
}
