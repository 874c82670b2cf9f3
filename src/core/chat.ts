import type { Attachment, Media } from './media.ts'
import { NEUTRAL_SAMPLING, type Sampling } from './sampling.ts'
import type { Adapter, Speculation } from './task.ts'
import type { Wish } from './wish.ts'

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

export interface TextPart {
  readonly type: 'text'
  readonly text: string
  /** What stands here in place of a text. Once it is read, the text is its mark, and this is gone. */
  readonly attachment?: Attachment
}

export type ContentPart = TextPart

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text, as the model wrote it. */
  readonly arguments: string
}

export interface ChatMessage {
  readonly role: Role
  readonly content: readonly ContentPart[]
  /** What the assistant thought before it answered, for templates that show it. */
  readonly reasoning?: string
  readonly name?: string
  readonly toolCalls?: readonly ToolCall[]
  readonly toolCallId?: string
}

/** A function the model may call. */
export interface Tool {
  readonly name: string
  readonly description: string | null
  /** JSON Schema of its arguments, as the client sent it. */
  readonly parameters: unknown
  /** A custom tool takes a text, which is its one argument `input` to the model; this is what it must look like. */
  readonly input?: ToolInput
}

export type ToolInput =
  | { readonly type: 'text' }
  | { readonly type: 'lark'; readonly definition: string }
  | { readonly type: 'regex'; readonly pattern: string }

/** `required`: at least one call; a name: that tool. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string }

/** What the answer's text must look like. */
export type ResponseFormat =
  | { readonly type: 'text' }
  /** `schema: null` is any JSON object. */
  | { readonly type: 'json'; readonly schema: unknown }
  | { readonly type: 'grammar'; readonly gbnf: string }
  | { readonly type: 'regex'; readonly pattern: string }
  | { readonly type: 'choice'; readonly options: readonly string[] }

export interface Reasoning {
  /** `null`: as the template does by itself. */
  readonly enabled: boolean | null
  /** The client's word for it, such as `low`; handed to the template. */
  readonly effort: string | null
  /** Tokens after which the reasoning is closed; `null`: no limit. */
  readonly budgetTokens: number | null
  /** By which name that was asked for. Default: `thinking_budget_tokens`. */
  readonly budgetField?: string
  /** `separate`: reasoning apart from the answer. `none`: the text as the model wrote it. */
  readonly format: 'separate' | 'none'
}

/** What every chat-like API decodes into. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  /** What was attached to the messages, read. */
  readonly media: readonly Media[]
  readonly sampling: Sampling
  /** What of the sampling nobody asked for: left out where the engine can't do it. */
  readonly assumed: readonly (keyof Sampling)[]
  /** Tokens to generate at most, per choice; `null`: until the context is full. */
  readonly maxTokens: number | null
  readonly minTokens: number
  readonly ignoreEos: boolean
  /** The answer ends before the first of these. Never empty strings. */
  readonly stop: readonly string[]
  /** Answers wanted, at least 1. */
  readonly choices: number
  /** Alternatives to tell with each token's logprob; `null`: no logprobs. */
  readonly logprobs: number | null
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice
  readonly parallelToolCalls: boolean
  readonly responseFormat: ResponseFormat
  readonly reasoning: Reasoning
  /** Further variables for the chat template (`chat_template_kwargs`). */
  readonly templateVariables: Readonly<Record<string, unknown>>
  /** LoRA adapters to answer with. */
  readonly adapters: readonly Adapter[]
  /** A text that the answer is likely to repeat for the most part; `null`: none. */
  readonly prediction: string | null
  /** `undefined`: as the model was loaded. */
  readonly speculation: Speculation | null | undefined
  readonly wish: Wish
  /** A prompt over the context: refused, or its oldest turns dropped. */
  readonly truncation: 'disabled' | 'auto'
}

/** A request in which nothing was asked for but an answer: decoders say what differs. */
export const PLAIN_CHAT: Omit<ChatRequest, 'model' | 'messages'> = {
  media: [],
  sampling: NEUTRAL_SAMPLING,
  assumed: [],
  maxTokens: null,
  minTokens: 0,
  ignoreEos: false,
  adapters: [],
  prediction: null,
  speculation: undefined,
  stop: [],
  choices: 1,
  logprobs: null,
  tools: [],
  toolChoice: 'auto',
  parallelToolCalls: true,
  responseFormat: { type: 'text' },
  reasoning: { enabled: null, effort: null, budgetTokens: null, format: 'separate' },
  templateVariables: {},
  wish: {},
  truncation: 'disabled',
}
