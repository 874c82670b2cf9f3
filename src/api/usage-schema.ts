import { z } from 'zod'
import type { UsageTotals } from './usage.ts'

/** OpenAI's usage object, of every endpoint that generates text. */
export const usageSchema = z
  .object({
    prompt_tokens: z.int(),
    completion_tokens: z.int().describe('Of all choices together.'),
    total_tokens: z.int(),
    prompt_tokens_details: z.object({
      cached_tokens: z.int().describe('Taken from an earlier request, not computed.'),
    }),
  })
  .meta({ id: 'Usage' })

export type UsageFields = z.infer<typeof usageSchema>

export function encodeUsage({ promptTokens, completionTokens, cachedTokens }: UsageTotals): UsageFields {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  }
}
