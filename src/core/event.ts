import type { ErrorReport } from './errors.ts'

/**
 * What an engine says while it works. Generating, in order: `prompt-progress`+ `text-delta`* `usage` `finish`, or an
 * `error` at any point, which ends the stream. At least one `prompt-progress` comes before any text, and where tokens are
 * guessed ahead a `guess-progress` before a text that changes its counts, so that whoever cuts an answer short knows
 * what it has cost.
 *
 * Engines that take prompts write text only: `reasoning-delta` and `tool-call-…` are made of it above them, in `stream/`.
 */
export type EngineEvent =
  | PromptProgress
  | GuessProgress
  | TextDelta
  | ReasoningDelta
  | ToolCallStart
  | ToolCallDelta
  | ToolCallEnd
  | Embedding
  | Score
  | LogitsRow
  | Tokens
  | Segment
  | Language
  | Usage
  | Finish
  | EngineFailure

/**
 * Prompt tokens processed so far. `cached` of them were taken from an earlier request's cache.
 */
export interface PromptProgress {
  readonly type: 'prompt-progress'
  readonly done: number
  readonly total: number
  readonly cached: number
  /** Nobody has counted the prompt yet: a server that Trivet asks doesn't tell before its answer ends. */
  readonly estimated?: true
}

/** Tokens guessed ahead and found right, and found wrong, should the answer end with the text that comes next. */
export interface GuessProgress extends GuessCounts {
  readonly type: 'guess-progress'
}

export interface GuessCounts {
  readonly accepted: number
  readonly rejected: number
}

/**
 * Text that is certain: whole characters only. `tokens` counts the generated tokens since the last delta, so a
 * character spread over three tokens arrives as one delta of three; a delta may also count tokens and carry no text.
 */
export interface TextDelta {
  readonly type: 'text-delta'
  readonly text: string
  readonly tokens: number
  /** Of the tokens counted, when asked for. */
  readonly logprobs?: readonly TokenLogprob[]
  /** It is what the model thinks, left in the text. */
  readonly thought?: true
}

/** A token that was sampled, and how likely the model itself found it and its rivals. */
export interface TokenLogprob extends RankedToken {
  /** Likeliest first. */
  readonly top: readonly RankedToken[]
}

export interface RankedToken {
  /** -1: a server that Trivet asks does not tell. */
  readonly id: number
  /** The token's own bytes, which need not be whole characters, in base64. */
  readonly bytes: string
  /** Natural logarithm of its probability, before temperature and other samplers. */
  readonly logprob: number
}

/** What the model thinks to itself before it answers; as `TextDelta` otherwise. */
export interface ReasoningDelta {
  readonly type: 'reasoning-delta'
  readonly text: string
  readonly tokens: number
  /** Only of thinking that is to be left in the text, where logprobs were asked for. */
  readonly logprobs?: readonly TokenLogprob[]
}

/** The model begins to call a tool. `call` counts the calls of one answer from 0. */
export interface ToolCallStart {
  readonly type: 'tool-call-start'
  readonly call: number
  readonly id: string
  readonly name: string
  /** The tool takes a text: `arguments` are that text, and no JSON. Default: false. */
  readonly custom?: boolean
  readonly tokens: number
}

/** A further piece of the call's arguments: JSON text, unless the tool is custom. */
export interface ToolCallDelta {
  readonly type: 'tool-call-delta'
  readonly call: number
  readonly arguments: string
  /** As at its start. */
  readonly custom?: boolean
  readonly tokens: number
}

export interface ToolCallEnd {
  readonly type: 'tool-call-end'
  readonly call: number
  readonly tokens: number
}

/** The vector of one text. */
export interface Embedding {
  readonly type: 'embedding'
  /** Which of the texts, from 0. */
  readonly index: number
  /** 32-bit floats, little-endian, in base64. */
  readonly vector: string
  /** Prompt tokens of this text. */
  readonly tokens: number
}

/** How well one document answers the query: a logit, whose sigmoid is the probability that it does. */
export interface Score {
  readonly type: 'score'
  /** Which of the documents, from 0. */
  readonly index: number
  readonly score: number
  /** Tokens of the pair. */
  readonly tokens: number
}

/** The logits after one position of a prompt. */
export interface LogitsRow {
  readonly type: 'logits'
  /** Of the token that the row follows, from 0. */
  readonly position: number
  /** Token ids, largest logit first; empty when every logit is given, in order of id. */
  readonly ids: readonly number[]
  /** 32-bit floats, little-endian, in base64. */
  readonly values: string
  /** The token that follows in the prompt, when asked for and there is one. */
  readonly next?: TokenLogprob
}

export interface Tokens {
  readonly type: 'tokens'
  readonly ids: readonly number[]
}

/** A stretch of a sound, and what is said in it. */
export interface Segment {
  readonly type: 'segment'
  /** With the blank before it, where the language has one. */
  readonly text: string
  /** In seconds, from the sound's beginning. */
  readonly start: number
  readonly end: number
  /** Of its tokens. */
  readonly ids: readonly number[]
  /** Mean of the natural logarithms of their probabilities. */
  readonly logprob: number
  /** Probability that nothing is said in it. */
  readonly silence: number
  /** When each is said, where that was asked for; else empty. */
  readonly words: readonly Word[]
}

export interface Word {
  readonly word: string
  /** In seconds, from the sound's beginning. */
  readonly start: number
  readonly end: number
}

/** What is spoken in a sound. */
export interface Language {
  readonly type: 'language'
  /** ISO 639-1. */
  readonly code: string
}

export interface Usage {
  readonly type: 'usage'
  readonly promptTokens: number
  /** `promptTokens` are: see `PromptProgress`. */
  readonly estimated?: true
  /** Every token generated, an end-of-turn token included. */
  readonly completionTokens: number
  readonly cachedTokens: number
  /** Of the completion, what was reasoning. Absent: nobody looked. */
  readonly reasoningTokens?: number
  /** Absent: nobody was to guess. */
  readonly speculation?: GuessCounts
  /** Absent: this engine doesn't look at a clock. */
  readonly timings?: EngineTimings
  /** What the engine's process holds in memory, mapped weights that it has read included. Absent: it has none of its own. */
  readonly residentBytes?: number
}

/** An answer by the engine's own clock, in milliseconds. */
export interface EngineTimings {
  /** From its turn to its first token. */
  readonly promptMs: number
  /** From its first token to its last. */
  readonly answerMs: number
}

export interface Finish {
  readonly type: 'finish'
  readonly reason: FinishReason
  /** The stop string that ended the answer. Absent: none did. */
  readonly stopString?: string
}

/**
 * `stop`: the model ended its turn or a stop string was reached. `length`: a limit was reached. `tool-calls`: it ended
 * its turn having called tools.
 */
export type FinishReason = 'stop' | 'length' | 'tool-calls'

export interface EngineFailure {
  readonly type: 'error'
  readonly error: ErrorReport
}
