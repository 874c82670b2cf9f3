import type { z } from 'zod'
import type { ErrorFormat } from '../../contracts/error-format.ts'
import type { StreamFormat } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { type CompletionRequestFields, completionRequestSchema } from './request-schema.ts'

/** How one product's text completions differ from OpenAI's. */
export interface CompletionFace {
  readonly tag: string
  readonly errors: ErrorFormat
  readonly schema: z.ZodType<CompletionRequestFields>
  /** See `ChatFace.complete`. */
  readonly complete?: (fields: CompletionRequestFields, services: Services) => Promise<CompletionRequestFields>
  readonly stream: StreamFormat
}

export const UNIFIED_COMPLETIONS: CompletionFace = {
  tag: 'Completions',
  errors: 'openai',
  schema: completionRequestSchema,
  stream: 'data',
}
