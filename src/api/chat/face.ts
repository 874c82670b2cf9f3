import type { z } from 'zod'
import type { ErrorFormat } from '../../contracts/error-format.ts'
import type { TrivetError } from '../../core/errors.ts'
import type { StreamFormat } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { type ChatRequestFields, chatRequestSchema } from './request-schema.ts'
import type { Chunk, Completion } from './response-schema.ts'

/** What the endpoint itself reads of a product's fields. */
export type FaceFields = Pick<ChatRequestFields, 'model' | 'stream'> & {
  readonly messages: readonly unknown[]
  readonly tools?: readonly unknown[] | null | undefined
}

/** How one product's chat completions differ from OpenAI's: what it takes, and how it puts what all of them answer. */
export interface ChatFace<Fields extends FaceFields = ChatRequestFields> {
  readonly tag: string
  readonly errors: ErrorFormat
  /** The fields it documents, with its bounds. */
  readonly schema: z.ZodType<Fields>
  /** Whether a request is only to have the model loaded; it is answered by `null`. */
  readonly onlyLoads?: (fields: Fields) => boolean
  /**
   * The request in our names, with what this product takes for granted, where neither the client nor the model's own
   * defaults say otherwise. Throws what it refuses in its own way.
   */
  readonly complete: (fields: Fields, services: Services) => ChatRequestFields | Promise<ChatRequestFields>
  /** Paths of what this product passes over, to be told in a header. */
  readonly unread?: (fields: Fields) => readonly string[]
  /** Which model an answer names, when the request left it open. */
  readonly names: 'chosen' | 'asked'
  readonly stream: StreamFormat
  /** Whether streams end with a chunk of usage only when that is asked for. */
  readonly usageChunk: 'asked' | 'always'
  readonly completion: (completion: Completion) => object
  readonly chunk: (chunk: Chunk) => object
  /** Where its stream is not the same chunks one by one. */
  readonly chunks?: (chunks: AsyncIterable<Chunk>) => AsyncIterable<object>
  /** See `Endpoint.failure`. */
  readonly failure?: (error: TrivetError) => object
}

export const UNIFIED_CHAT: ChatFace = {
  tag: 'Chat',
  errors: 'openai',
  schema: chatRequestSchema,
  complete: (fields) => fields,
  names: 'chosen',
  stream: 'data',
  usageChunk: 'asked',
  completion: (completion) => completion,
  chunk: (chunk) => chunk,
}
