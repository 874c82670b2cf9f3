import { z } from 'zod'

/** The usage of work that generates nothing. */
export const inputUsageSchema = z
  .object({ prompt_tokens: z.int(), total_tokens: z.int() })
  .meta({ id: 'InputUsage', description: 'The texts read, special tokens included.' })

export type InputUsageFields = z.infer<typeof inputUsageSchema>

export const embeddingsSchema = z
  .object({
    object: z.literal('list'),
    model: z.string(),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int(),
        embedding: z.union([z.array(z.number()), z.string()]).describe('Of length 1. A string with `base64`.'),
      }),
    ),
    usage: inputUsageSchema,
  })
  .meta({ id: 'Embeddings' })

export type Embeddings = z.infer<typeof embeddingsSchema>

export function encodeInputUsage(tokens: number): InputUsageFields {
  return { prompt_tokens: tokens, total_tokens: tokens }
}
