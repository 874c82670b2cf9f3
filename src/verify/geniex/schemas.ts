import { z } from 'zod'

// Answers as GenieX's OpenAPI document has them. What it names is as it says; more may be there.

const count = z.int().min(0)

export const errorSchema = z.object({ error: z.string().min(1) })

export const usageSchema = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })

/** Of a prompt that is longer than the context: the one error that is an object. */
export const tooLongSchema = z.object({
  error: z.object({
    message: z.string(),
    type: z.literal('invalid_request_error'),
    code: z.literal('context_length_exceeded'),
  }),
  usage: usageSchema,
})

const finishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'function_call'])

const toolCallSchema = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

const messageSchema = z.object({
  role: z.literal('assistant'),
  content: z.string(),
  reasoning_content: z.string().optional(),
  tool_calls: z.array(toolCallSchema).nullish(),
})

export const completionSchema = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(z.object({ index: z.int(), message: messageSchema, finish_reason: finishReason })).min(1),
  usage: usageSchema,
})

export const chunkSchema = z.object({
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({
      index: z.int(),
      delta: z.object({
        role: z.literal('assistant').optional(),
        content: z.string().optional(),
        reasoning_content: z.string().optional(),
        tool_calls: z.array(toolCallSchema.extend({ index: z.int() })).optional(),
      }),
      finish_reason: finishReason.nullish(),
    }),
  ),
  usage: usageSchema.optional(),
})

export type Chunk = z.infer<typeof chunkSchema>

export const textCompletionSchema = z.object({
  object: z.literal('text_completion'),
  choices: z.array(z.object({ index: z.int(), text: z.string(), finish_reason: finishReason })).min(1),
  usage: usageSchema,
})

export const textChunkSchema = z.object({
  object: z.literal('text_completion'),
  choices: z.array(z.object({ index: z.int(), text: z.string(), finish_reason: finishReason.nullish() })),
  usage: usageSchema.nullish(),
})

export const modelListSchema = z.object({
  object: z.literal('list'),
  data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
})

export const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  owned_by: z.string(),
  created: z.int(),
  permission: z.array(z.object({})).optional(),
})

export const logitsSchema = z.object({
  model: z.string(),
  n_rows: count,
  vocab_size: z.int().min(1),
  top_n: count,
  rows: z.array(z.object({ token_ids: z.array(count).optional(), logits: z.array(z.number()) })),
})
