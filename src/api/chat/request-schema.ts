import { z } from 'zod'
import { samplingFields } from '../sampling-schema.ts'
import { messageSchema } from './message-schema.ts'
import { unsupportedFields } from './unsupported-fields.ts'

/** OpenAI allows four. */
const MAX_STOPS = 16
const MAX_STOP_LENGTH = 1000

const stopString = z.string().max(MAX_STOP_LENGTH)
const tokenLimit = z.int().min(1).nullish()

/** Accepted from clients of the original, where it serves billing and caching; nothing here depends on it. */
const noted = z.unknown().optional().describe('Accepted, without effect on the answer.')

export const chatRequestSchema = z
  .object({
    model: z.string().min(1).max(1000).describe('An id from GET /v1/models.'),
    messages: z.array(messageSchema).min(1),
    stream: z.boolean().nullish().describe('Send the answer as server-sent events. Default false.'),
    stream_options: z
      .object({
        include_usage: z.boolean().nullish().describe('End with a chunk that has the usage and no choices.'),
      })
      .nullish()
      .describe('Only with `stream: true`.'),
    n: z.int().min(1).max(128).nullish().describe('Answers wanted. Default 1.'),
    max_completion_tokens: tokenLimit.describe(
      'Tokens to generate at most, per answer. Default: as the context allows.',
    ),
    max_tokens: tokenLimit.describe('Older name of `max_completion_tokens`, which wins.'),
    stop: z
      .union([stopString, z.array(stopString).max(MAX_STOPS)])
      .nullish()
      .describe('The answer ends right before the first of these. Empty strings are ignored.'),
    ...samplingFields,
    ...unsupportedFields,
    parallel_tool_calls: z.boolean().nullish().describe('Accepted, without effect while there are no tools.'),
    user: noted,
    safety_identifier: noted,
    metadata: noted,
    service_tier: noted,
    prompt_cache_key: noted,
    prompt_cache_retention: noted,
    prompt_cache_options: noted,
  })
  .refine((body) => !body.stream_options || body.stream === true, {
    path: ['stream_options'],
    message: 'is only allowed with `stream: true`',
  })
  .meta({ id: 'ChatCompletionRequest' })

export type ChatRequestFields = z.infer<typeof chatRequestSchema>
