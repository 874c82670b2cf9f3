import { z } from 'zod'
import { TOP_LOGPROBS_MISFIT, topLogprobsFit } from '../chat/generation-fields.ts'
import { chatRequestSchema } from '../chat/request-schema.ts'
import { unsupportedFields } from '../chat/unsupported-fields.ts'
import { MAX_MESSAGES } from '../fields/conversation-limits.ts'
import { geniexSamplingFields, geniexWishFields } from './fields.ts'
import { geniexMessageSchema, withCallIds } from './message-schema.ts'

const { shape } = chatRequestSchema
const unsupported = Object.keys(unsupportedFields)
/** Those of OpenAI's fields that we refuse are unknown to GenieX, and so accepted with a warning. */
const ours = Object.fromEntries(Object.entries(shape).filter(([name]) => !unsupported.includes(name))) as Omit<
  typeof shape,
  keyof typeof unsupportedFields
>

/** The fields of GenieX's document within its bounds, and ours beside them. */
export const geniexChatSchema = z
  .object({
    ...ours,
    messages: z
      .array(geniexMessageSchema)
      .max(MAX_MESSAGES)
      .nullish()
      .transform((messages) => withCallIds(messages ?? []))
      .describe('None, or a `system` message alone: the model is loaded, and the answer is `null`.'),
    max_completion_tokens: shape.max_completion_tokens.describe(
      'Tokens to generate at most, per answer. Default 2048.',
    ),
    ...geniexSamplingFields,
    reasoning_format: z
      .string()
      .max(100)
      .transform(toFormat)
      .nullish()
      .describe('`none` or empty leaves thinking in the text, anything else takes it apart. Default `none`.'),
    ...geniexWishFields,
  })
  .refine(topLogprobsFit, TOP_LOGPROBS_MISFIT)
  .meta({ id: 'GeniexChatRequest' })

function toFormat(text: string): 'none' | 'separate' {
  return ['', 'none'].includes(text.trim().toLowerCase()) ? 'none' : 'separate'
}
