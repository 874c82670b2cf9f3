import { z } from 'zod'

// Answers as OpenAI's reference has them. What it names is as it says; more may be there.

const count = z.int().min(0)

export const errorSchema = z.object({
  error: z.object({
    message: z.string().min(1),
    type: z.string(),
    param: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
})

const usageSchema = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })

const finishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'function_call'])

const toolCallSchema = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

const rankedSchema = z.object({ token: z.string(), logprob: z.number(), bytes: z.array(count).nullish() })

const logprobsSchema = z.object({
  content: z.array(rankedSchema.extend({ top_logprobs: z.array(rankedSchema) })).nullish(),
})

export const completionSchema = z.object({
  id: z.string().min(1),
  object: z.literal('chat.completion'),
  created: z.int().min(1),
  model: z.string().min(1),
  choices: z
    .array(
      z.object({
        index: count,
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullish(),
          tool_calls: z.array(toolCallSchema).nullish(),
        }),
        logprobs: logprobsSchema.nullish(),
        finish_reason: finishReason,
      }),
    )
    .min(1),
  usage: usageSchema,
})

const callDeltaSchema = z.object({
  index: count,
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})

export const chunkSchema = z.object({
  id: z.string().min(1),
  object: z.literal('chat.completion.chunk'),
  created: z.int().min(1),
  model: z.string().min(1),
  choices: z.array(
    z.object({
      index: count,
      delta: z.object({
        role: z.literal('assistant').nullish(),
        content: z.string().nullish(),
        tool_calls: z.array(callDeltaSchema).nullish(),
      }),
      finish_reason: finishReason.nullish(),
    }),
  ),
  usage: usageSchema.nullish(),
})

export type Chunk = z.infer<typeof chunkSchema>

export const textSchema = z.object({
  object: z.literal('text_completion'),
  choices: z.array(z.object({ index: count, text: z.string(), finish_reason: finishReason.nullish() })).min(1),
  usage: usageSchema.nullish(),
})

export const modelSchema = z.object({
  id: z.string().min(1),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
})

export const modelListSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) })

export const embeddingsSchema = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      object: z.literal('embedding'),
      index: count,
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  model: z.string(),
  usage: z.object({ prompt_tokens: count, total_tokens: count }),
})

export const responseSchema = z.object({
  id: z.string().min(1),
  object: z.literal('response'),
  status: z.enum(['completed', 'incomplete']),
  output: z.array(z.looseObject({ type: z.string() })),
  usage: z.object({ input_tokens: count, output_tokens: count, total_tokens: count }),
})
