import type { ChatMessage } from '../../core/chat.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { Sampling } from '../../core/sampling.ts'

/** Whatever answers a conversation: an engine of this process, or a server. */
export interface Answerer {
  /** The answer as it comes. Throws a TrivetError; when the signal aborts, it ends early, with or without one. */
  answer(messages: readonly ChatMessage[], signal: AbortSignal): AsyncIterable<EngineEvent>
  /** Lets go of everything. */
  close(): Promise<void>
}

/** How answers are wanted; what is absent is up to whoever answers. */
export interface AnswerWish {
  readonly sampling: Partial<Pick<Sampling, 'temperature' | 'topP' | 'topK' | 'seed'>>
  readonly maxTokens: number | null
}
