import type { Sampling } from './sampling.ts'

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

export interface TextPart {
  readonly type: 'text'
  readonly text: string
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
  readonly name?: string
  readonly toolCalls?: readonly ToolCall[]
  readonly toolCallId?: string
}

/** What every chat-like API decodes into. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly sampling: Sampling
  /** Tokens to generate at most, per choice; `null`: until the context is full. */
  readonly maxTokens: number | null
  /** The answer ends before the first of these. Never empty strings. */
  readonly stop: readonly string[]
  /** Answers wanted, at least 1. */
  readonly choices: number
}
