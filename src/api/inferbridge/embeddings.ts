import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { readSelector } from '../../models/advisor/profile.ts'
import { type EmbeddingsFace, UNIFIED_EMBEDDINGS } from '../embeddings/face.ts'
import type { EmbeddingsRequestFields } from '../embeddings/request-schema.ts'
import { embeddingsEndpoint } from '../embeddings/route.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { MAX_TEXT_CHARACTERS } from './limits.ts'

const MAX_TEXTS = 256

const text = z.string().min(1)

const schema = z.object({
  model: z.string().min(1),
  input: z
    .union([text, z.array(text).min(1).max(MAX_TEXTS)])
    .refine(
      (input) => (typeof input === 'string' ? [input] : input).join('').length <= MAX_TEXT_CHARACTERS,
      `must have at most ${MAX_TEXT_CHARACTERS} characters together`,
    ),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  user: z.string().nullish(),
})

const face: EmbeddingsFace = { ...UNIFIED_EMBEDDINGS, tag: 'InferBridge', errors: 'inferbridge', schema }

/** InferBridge's embeddings: of texts, whole, from a model that is named. */
export function inferbridgeEmbeddings(services: Services): Endpoint<EmbeddingsRequestFields> {
  const endpoint = embeddingsEndpoint(services, face)
  return {
    ...endpoint,
    handle(call) {
      const { model } = call.body
      if (readSelector(model) === null) return endpoint.handle(call)
      throw new TrivetError(
        'wrong_model_type',
        { model, reason: 'it chooses among models that generate text' },
        'model',
      )
    },
  }
}
