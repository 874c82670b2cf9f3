import { z } from 'zod'

/** How hard to think, in the words of OpenAI and Anthropic. `none`: not at all. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

const WITHOUT_EFFECT = 'Accepted, without effect on the answer.'

/** Accepted from clients of an original, where it serves billing, caching or routing; nothing here depends on it. */
export const noted = z.unknown().optional().describe(WITHOUT_EFFECT)
export const notedText = z.string().nullish().describe(WITHOUT_EFFECT)

/** One of these words, as the original documents them: another would be refused there as well. */
export function notedWord<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words).nullish().describe(WITHOUT_EFFECT)
}

/** What both of OpenAI's newer APIs have. */
export const openAiNotedFields = {
  user: notedText,
  safety_identifier: notedText,
  service_tier: notedWord(['auto', 'default', 'flex', 'scale', 'priority', 'fast']),
  prompt_cache_key: notedText,
  prompt_cache_retention: notedWord(['in_memory', 'in-memory', '24h']),
  prompt_cache_options: noted,
}
