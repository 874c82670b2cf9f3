import { z } from 'zod'
import { usageSchema } from '../usage-schema.ts'

const finishReason = z.enum(['stop', 'length', 'tool_calls'])

const common = {
  id: z.string(),
  created: z.int().describe('Seconds since the Unix epoch.'),
  model: z.string(),
  system_fingerprint: z.string().describe('Changes whenever the same seed may give another text.'),
}

export const completionSchema = z
  .object({
    ...common,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: finishReason,
      }),
    ),
    usage: usageSchema,
  })
  .meta({ id: 'ChatCompletion' })

export const chunkSchema = z
  .object({
    ...common,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(
      z.object({
        index: z.int(),
        delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
        logprobs: z.null(),
        finish_reason: finishReason.nullable(),
      }),
    ),
    usage: usageSchema
      .nullish()
      .describe('Only when asked for with `stream_options.include_usage`; null until the last chunk.'),
  })
  .meta({ id: 'ChatCompletionChunk' })

export type Completion = z.infer<typeof completionSchema>
export type Chunk = z.infer<typeof chunkSchema>
