import { z } from 'zod'
import type { UsageTotals } from '../answering/usage.ts'

/** OpenAI's usage object, of every endpoint that generates text. */
export const usageSchema = z
  .object({
    prompt_tokens: z.int(),
    completion_tokens: z.int().describe('Of all choices together.'),
    total_tokens: z.int(),
    prompt_tokens_details: z.object({
      cached_tokens: z.int().describe('Taken from an earlier request, not computed.'),
      estimated: z
        .literal(true)
        .describe('Of `prompt_tokens`: the server that answers had not counted them when the answer was ended.')
        .optional(),
    }),
    completion_tokens_details: z
      .object({
        reasoning_tokens: z.int().describe('Spent on thinking, its tags included.').optional(),
        accepted_prediction_tokens: z.int().describe('Guessed ahead, and right.').optional(),
        rejected_prediction_tokens: z.int().describe('Guessed ahead, and wrong.').optional(),
      })
      .optional(),
  })
  .meta({ id: 'Usage' })

export type UsageFields = z.infer<typeof usageSchema>

export function encodeUsage({
  promptTokens,
  estimated,
  completionTokens,
  cachedTokens,
  reasoningTokens,
  speculation,
}: UsageTotals): UsageFields {
  const details = {
    ...(reasoningTokens !== undefined && { reasoning_tokens: reasoningTokens }),
    ...(speculation !== undefined && {
      accepted_prediction_tokens: speculation.accepted,
      rejected_prediction_tokens: speculation.rejected,
    }),
  }
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, ...(estimated && { estimated }) },
    ...(Object.keys(details).length > 0 && { completion_tokens_details: details }),
  }
}
