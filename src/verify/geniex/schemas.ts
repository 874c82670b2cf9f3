import { z } from 'zod'

/** The answers of GenieX's OpenAPI document: what it names must be there as it says; more may be. */

const count = z.int().min(0)

export const errorSchema = z.object({ error: z.string() })

const usageSchema = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })

const finishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'function_call'])

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
  choices: z
    .array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          reasoning_content: z.string().optional(),
          tool_calls: z.array(toolCallSchema).nullish(),
        }),
        finish_reason: finishReason,
      }),
    )
    .min(1),
  usage: usageSchema,
})

export const chunkSchema = z.object({
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({
      index: z.int(),
      delta: z.object({
        role: z.literal('assistant').optional(),
        content: z.string().nullish(),
        reasoning_content: z.string().optional(),
        tool_calls: z.array(toolCallSchema.extend({ index: z.int() })).optional(),
      }),
      finish_reason: finishReason.nullish(),
    }),
  ),
  usage: usageSchema.nullish(),
})
