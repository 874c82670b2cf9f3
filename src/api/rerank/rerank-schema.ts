import { z } from 'zod'
import { inputUsageSchema } from '../embeddings/response-schema.ts'
import { notedText } from '../fields/noted-fields.ts'
import { wishFields } from '../fields/wish-fields.ts'

export const MAX_DOCUMENTS = 2048

const document = z.union([z.string().min(1), z.object({ text: z.string().min(1) })])

/** Wishes that `/v1/rerank` and `/v1/score` share. */
export const scoringFields = {
  model: z.string().min(1).max(1000).describe('An id from GET /v1/models: a reranker, or an embedding model.'),
  truncate: z.boolean().nullish().describe('Cut what is over the context rather than refuse it. Default false.'),
  use_activation: z
    .boolean()
    .nullish()
    .describe("A reranker's scores as probabilities, from 0 to 1; false tells its logits. Default true."),
  user: notedText,
  ...wishFields,
}

export const rerankRequestSchema = z
  .object({
    query: z.string().min(1),
    documents: z.array(document).min(1).max(MAX_DOCUMENTS).describe('Texts, as they are or as `{"text": …}`.'),
    top_n: z.int().min(1).nullish().describe('Only so many of the best. Default: all.'),
    return_documents: z.boolean().nullish().describe('Repeat the text of each. Default false.'),
    ...scoringFields,
  })
  .meta({ id: 'RerankRequest' })

export const rerankSchema = z
  .object({
    id: z.string(),
    object: z.literal('list'),
    model: z.string(),
    results: z
      .array(
        z.object({
          index: z.int().describe('Of the document in the request.'),
          relevance_score: z.number().describe('With an embedding model: the cosine of the two vectors.'),
          document: z.object({ text: z.string() }).optional(),
        }),
      )
      .describe('Best first.'),
    usage: inputUsageSchema,
  })
  .meta({ id: 'Rerank' })

export type RerankRequestFields = z.infer<typeof rerankRequestSchema>
export type Rerank = z.infer<typeof rerankSchema>
