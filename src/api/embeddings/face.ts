import type { z } from 'zod'
import type { ErrorFormat } from '../../contracts/error-format.ts'
import { type EmbeddingsRequestFields, embeddingsRequestSchema } from './request-schema.ts'

/** How one product's embeddings differ from OpenAI's. */
export interface EmbeddingsFace {
  readonly tag: string
  readonly errors: ErrorFormat
  /** The fields it documents, with its bounds; the names are ours. */
  readonly schema: z.ZodType<EmbeddingsRequestFields>
}

export const UNIFIED_EMBEDDINGS: EmbeddingsFace = {
  tag: 'Embeddings',
  errors: 'openai',
  schema: embeddingsRequestSchema,
}
