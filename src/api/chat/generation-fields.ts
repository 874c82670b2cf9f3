import { z } from 'zod'
import { MAX_PARTS } from '../fields/conversation-limits.ts'

/** OpenAI's limit. */
const MAX_TOP_LOGPROBS = 20

const textPart = z.object({ type: z.literal('text'), text: z.string() })

const predictionSchema = z.object({
  type: z.literal('content'),
  content: z.union([z.string(), z.array(textPart).min(1).max(MAX_PARTS)]),
})

export const generationFields = {
  logprobs: z.boolean().nullish().describe('Tell how likely each token of the content was. Default false.'),
  top_logprobs: z
    .int()
    .min(0)
    .max(MAX_TOP_LOGPROBS)
    .nullish()
    .describe('So many likeliest tokens at each place; only with `logprobs: true`.'),
  min_tokens: z.int().min(0).nullish().describe('The answer goes on at least so long. Default 0.'),
  prediction: predictionSchema
    .nullish()
    .describe(
      'A text that the answer is likely to repeat for the most part, such as a file to be changed: it is guessed from, and only costs less time.',
    ),
  ignore_eos: z.boolean().nullish().describe('Go on past the end of the turn, until a limit. Default false.'),
}

export const generationSchema = z.object(generationFields)
export type GenerationFields = z.infer<typeof generationSchema>

export const TOP_LOGPROBS_MISFIT = { path: ['top_logprobs'], message: 'is only allowed with `logprobs: true`' }

export function topLogprobsFit({ logprobs, top_logprobs }: GenerationFields): boolean {
  return logprobs === true || (top_logprobs ?? 0) === 0
}
