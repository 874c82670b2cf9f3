import type { z } from 'zod'
import type { ErrorFormat } from '../../contracts/error-format.ts'
import type { StreamFormat } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { type ChatRequestFields, chatRequestSchema } from './request-schema.ts'
import type { Chunk, Completion } from './response-schema.ts'

/** How one product's chat completions differ from OpenAI's: what it takes, and how it puts what all of them answer. */
export interface ChatFace {
  readonly tag: string
  readonly errors: ErrorFormat
  /** The fields it documents, with its bounds; the names are ours. */
  readonly schema: z.ZodType<ChatRequestFields>
  /** Whether a request is only to have the model loaded; it is answered by `null`. */
  readonly onlyLoads?: (fields: ChatRequestFields) => boolean
  /**
   * The request with what this product takes for granted, where neither the client nor the model's own defaults say
   * otherwise. Throws what it refuses in its own way.
   */
  readonly complete?: (fields: ChatRequestFields, services: Services) => ChatRequestFields | Promise<ChatRequestFields>
  readonly stream: StreamFormat
  /** Whether streams end with a chunk of usage only when that is asked for. */
  readonly usageChunk: 'asked' | 'always'
  readonly completion: (completion: Completion) => object
  readonly chunk: (chunk: Chunk) => object
  /** Where its stream is not the same chunks one by one. */
  readonly chunks?: (chunks: AsyncIterable<Chunk>) => AsyncIterable<object>
}

export const UNIFIED_CHAT: ChatFace = {
  tag: 'Chat',
  errors: 'openai',
  schema: chatRequestSchema,
  stream: 'data',
  usageChunk: 'asked',
  completion: (completion) => completion,
  chunk: (chunk) => chunk,
}
