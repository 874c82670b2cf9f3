import { z } from 'zod'
import { formatFields } from '../chat/format-fields.ts'
import { generationFields, TOP_LOGPROBS_MISFIT, topLogprobsFit } from '../chat/generation-fields.ts'
import { reasoningFields } from '../chat/reasoning-fields.ts'
import { chatRequestSchema } from '../chat/request-schema.ts'
import { toolFields } from '../chat/tool-fields.ts'
import { engineFields } from '../engine-fields.ts'
import { openAiNotedFields } from '../noted-fields.ts'
import { stopSchema } from '../stop.ts'
import { streamFields } from '../stream-options.ts'
import { geniexSamplingFields, geniexWishFields } from './fields.ts'
import { geniexMessageSchema, withCallIds } from './message-schema.ts'

const { model, max_completion_tokens, max_tokens, n, truncation, metadata } = chatRequestSchema.shape

/** The fields of GenieX's document within its bounds, and ours beside them. */
export const geniexChatSchema = z
  .object({
    model,
    messages: z
      .array(geniexMessageSchema)
      .nullish()
      .transform((messages) => withCallIds(messages ?? []))
      .describe('None, or a `system` message alone: the model is loaded, and the answer is `null`.'),
    ...streamFields,
    n,
    max_completion_tokens: max_completion_tokens.describe('Tokens to generate at most, per answer. Default 2048.'),
    max_tokens,
    stop: stopSchema,
    truncation,
    ...geniexSamplingFields,
    ...generationFields,
    ...toolFields,
    ...reasoningFields,
    reasoning_format: z
      .string()
      .max(100)
      .transform(toFormat)
      .nullish()
      .describe('`none` or empty leaves thinking in the text, anything else takes it apart. Default `none`.'),
    ...formatFields,
    ...engineFields,
    ...geniexWishFields,
    ...openAiNotedFields,
    metadata,
  })
  .refine(topLogprobsFit, TOP_LOGPROBS_MISFIT)
  .meta({ id: 'GeniexChatRequest' })

function toFormat(text: string): 'none' | 'separate' {
  return ['', 'none'].includes(text.trim().toLowerCase()) ? 'none' : 'separate'
}
