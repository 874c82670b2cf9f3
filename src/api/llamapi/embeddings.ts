import { z } from 'zod'
import { type EmbeddingsFace, UNIFIED_EMBEDDINGS } from '../embeddings/face.ts'
import {
  type EmbeddingsRequestFields,
  embeddingsRequestSchema,
  refuseEmptyTexts,
} from '../embeddings/request-schema.ts'

/** LlamaPi reads `dimensions` and cuts nothing: it is unknown here, and told of like all that has no effect. */
const { dimensions: _, user: __, ...shared } = embeddingsRequestSchema.shape

const schema: z.ZodType<EmbeddingsRequestFields> = z.object(shared).superRefine(refuseEmptyTexts)

/** LlamaPi's embeddings. */
export const llamapiEmbeddings: EmbeddingsFace = { ...UNIFIED_EMBEDDINGS, tag: 'LlamaPi', errors: 'llamapi', schema }
