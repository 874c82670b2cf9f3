import { z } from 'zod'

/** The answers of LlamaPi's API reference: what it names must be there as it says; more may be. */

const count = z.int().min(0)

export const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum(['invalid_request_error', 'rate_limit_exceeded', 'server_error']),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
})

export const usageSchema = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })

const toolCallSchema = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

export const completionSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.tuple([
    z.object({
      index: z.literal(0),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        tool_calls: z.array(toolCallSchema),
      }),
      finish_reason: z.string(),
    }),
  ]),
  usage: usageSchema,
})

export const chunkSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      delta: z.object({ role: z.literal('assistant').optional(), content: z.string().nullish() }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema.optional(),
})

export const embeddingsSchema = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      object: z.literal('embedding'),
      embedding: z.union([z.array(z.number()), z.string()]),
      index: z.int(),
    }),
  ),
  model: z.string(),
  usage: z.object({ prompt_tokens: count, total_tokens: count }),
})

export const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.literal(0),
  owned_by: z.string().startsWith('llamapi/'),
  platform: z.string(),
  instance_count: z.int().min(1),
  model_path: z.string(),
  model_kind: z.enum(['chat', 'embedding']),
})

export const modelListSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) })

export const doneSchema = z.object({ success: z.literal(true), message: z.string() })

export const reportSchema = doneSchema.extend({ requested_instance_count: count, actual_instance_count: count })

export const platformsSchema = z.object({
  platforms: z.array(
    z.object({
      id: z.string(),
      display_name: z.string(),
      available: z.boolean(),
      detected_chips: z.array(z.object({ chip_type: z.string(), count: z.int().min(1) })),
    }),
  ),
})
