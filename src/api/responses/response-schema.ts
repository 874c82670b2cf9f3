import { z } from 'zod'

const item = z
  .looseObject({
    id: z.string(),
    type: z.enum([
      'message',
      'function_call',
      'function_call_output',
      'custom_tool_call',
      'custom_tool_call_output',
      'reasoning',
      'compaction',
    ]),
  })
  .meta({ id: 'ResponseItem' })

const usage = z
  .object({
    input_tokens: z.int(),
    input_tokens_details: z.object({
      cached_tokens: z.int().describe('Taken from an earlier request, not computed.'),
      cache_write_tokens: z.int(),
    }),
    output_tokens: z.int(),
    output_tokens_details: z.object({ reasoning_tokens: z.int() }),
    total_tokens: z.int(),
  })
  .meta({ id: 'ResponseUsage' })

export const responseSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int().describe('Seconds since the Unix epoch.'),
    completed_at: z.int().nullable(),
    status: z.enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.literal('max_output_tokens') }).nullable(),
    model: z.string(),
    previous_response_id: z.string().nullable(),
    output: z.array(item),
    usage: usage.optional().describe('Absent until it is known.'),
  })
  .meta({ id: 'Response' })

export const eventSchema = z
  .looseObject({ type: z.string(), sequence_number: z.int().describe('One more with each event.') })
  .meta({ id: 'ResponseEvent' })

export const itemListSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string(),
    last_id: z.string(),
    has_more: z.boolean(),
  })
  .meta({ id: 'ResponseItemList' })

export const deletedSchema = z.object({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) })

export const countSchema = z.object({ object: z.literal('response.input_tokens'), input_tokens: z.int() })

export const compactedSchema = z.object({
  id: z.string(),
  object: z.literal('response.compaction'),
  created_at: z.int(),
  output: z.array(item),
  usage,
})
