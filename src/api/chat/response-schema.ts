import { z } from 'zod'
import { truncatedSchema } from '../context/truncated.ts'
import { progressSchema } from '../fields/prompt-progress.ts'
import { usageSchema } from '../fields/usage-schema.ts'
import { logprobsSchema } from './logprobs.ts'

const finishReason = z.enum(['stop', 'length', 'tool_calls'])

const common = {
  id: z.string(),
  created: z.int().describe('Seconds since the Unix epoch.'),
  model: z.string(),
  system_fingerprint: z.string().describe('Changes whenever the same seed may give another text.'),
  truncated: truncatedSchema.optional(),
}

const toolCall = z
  .discriminatedUnion('type', [
    z.object({
      id: z.string(),
      type: z.literal('function'),
      function: z.object({ name: z.string(), arguments: z.string().describe('A JSON object, as text.') }),
    }),
    z.object({
      id: z.string(),
      type: z.literal('custom'),
      custom: z.object({ name: z.string(), input: z.string().describe('Text, of a custom tool.') }),
    }),
  ])
  .meta({ id: 'MessageToolCall' })

const message = z.object({
  role: z.literal('assistant'),
  content: z.string().nullable().describe('Null when there are only tool calls.'),
  refusal: z.null(),
  reasoning_content: z.string().optional().describe('What the model thought before it answered.'),
  tool_calls: z.array(toolCall).optional().describe('Whole calls only: one that a limit cut is left out.'),
})

export const completionSchema = z
  .object({
    ...common,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: z.int(),
        message,
        logprobs: logprobsSchema.nullable(),
        finish_reason: finishReason,
      }),
    ),
    usage: usageSchema,
  })
  .meta({ id: 'ChatCompletion' })

const toolCallDelta = z
  .object({
    index: z.int(),
    id: z.string().optional(),
    type: z.enum(['function', 'custom']).optional(),
    function: z.object({ name: z.string().optional(), arguments: z.string() }).optional(),
    custom: z.object({ name: z.string().optional(), input: z.string() }).optional(),
  })
  .meta({
    id: 'ToolCallDelta',
    description: 'The first of a call has its id, type and name, the others have arguments, or input if it is custom.',
  })

const delta = z.object({
  role: z.literal('assistant').optional(),
  content: z.string().nullish(),
  reasoning_content: z.string().optional(),
  tool_calls: z.array(toolCallDelta).optional(),
})

export const chunkSchema = z
  .object({
    ...common,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(
      z.object({
        index: z.int(),
        delta,
        logprobs: logprobsSchema.nullable(),
        finish_reason: finishReason.nullable(),
      }),
    ),
    usage: usageSchema
      .nullish()
      .describe('Only when asked for with `stream_options.include_usage`; null until the last chunk.'),
    prompt_progress: progressSchema.optional().describe('Only when asked for with `return_progress`.'),
  })
  .meta({ id: 'ChatCompletionChunk' })

export type Completion = z.infer<typeof completionSchema>
export type Chunk = z.infer<typeof chunkSchema>
export type Delta = z.infer<typeof delta>
export type CallFields = z.infer<typeof toolCall>
