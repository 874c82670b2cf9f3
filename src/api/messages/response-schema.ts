import { z } from 'zod'

export const usageSchema = z
  .object({
    input_tokens: z.int().describe('Of the prompt, those computed for this request.'),
    cache_creation_input_tokens: z.int(),
    cache_read_input_tokens: z.int().describe('Of the prompt, those taken from an earlier request.'),
    output_tokens: z.int(),
  })
  .meta({ id: 'AnthropicUsage' })

const content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z
      .record(z.string(), z.unknown())
      .describe('What is no JSON object, as when the answer was cut, is under the key INVALID_JSON.'),
  }),
])

const stopReason = z.enum(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use'])

export const messageResponseSchema = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(content),
    stop_reason: stopReason.nullable(),
    stop_sequence: z.string().nullable(),
    usage: usageSchema,
  })
  .meta({ id: 'AnthropicMessageResponse' })

const index = z.int()

export const eventSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('message_start'), message: messageResponseSchema }),
    z.object({ type: z.literal('content_block_start'), index, content_block: content }),
    z.object({ type: z.literal('content_block_delta'), index, delta: z.looseObject({ type: z.string() }) }),
    z.object({ type: z.literal('content_block_stop'), index }),
    z.object({
      type: z.literal('message_delta'),
      delta: z.object({ stop_reason: stopReason, stop_sequence: z.string().nullable() }),
      usage: usageSchema,
    }),
    z.object({ type: z.literal('message_stop') }),
  ])
  .meta({ id: 'AnthropicEvent' })

export const countSchema = z.object({ input_tokens: z.int() }).meta({ id: 'AnthropicCount' })

export type MessageResponse = z.infer<typeof messageResponseSchema>
export type ContentFields = z.infer<typeof content>
export type UsageFields = z.infer<typeof usageSchema>
export type StopReason = z.infer<typeof stopReason>
export type StreamEvent = z.infer<typeof eventSchema>
