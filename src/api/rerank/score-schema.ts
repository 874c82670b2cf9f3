import { z } from 'zod'
import { inputUsageSchema } from '../embeddings/response-schema.ts'
import { MAX_DOCUMENTS, scoringFields } from './rerank-schema.ts'

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_DOCUMENTS)])

export const scoreRequestSchema = z
  .object({
    text_1: texts.describe('A query, or as many queries as there are texts in `text_2`.'),
    text_2: texts.describe('What is to be scored: one text or several.'),
    ...scoringFields,
  })
  .refine(({ text_1, text_2 }) => typeof text_1 === 'string' || text_1.length === listed(text_2).length, {
    path: ['text_1'],
    message: 'must be one text, or as many as `text_2` has',
  })
  .meta({ id: 'ScoreRequest' })

export const scoreSchema = z
  .object({
    id: z.string(),
    object: z.literal('list'),
    created: z.int().describe('Seconds since the Unix epoch.'),
    model: z.string(),
    data: z.array(z.object({ object: z.literal('score'), index: z.int(), score: z.number() })),
    usage: inputUsageSchema,
  })
  .meta({ id: 'Scores' })

export type ScoreRequestFields = z.infer<typeof scoreRequestSchema>
export type Scores = z.infer<typeof scoreSchema>

export function listed(texts: string | readonly string[]): readonly string[] {
  return typeof texts === 'string' ? [texts] : texts
}
