import { z } from 'zod'

const counts = {
  prompt_tokens: z.int(),
  cached_tokens: z.int().describe("Of the prompt, taken from an earlier request's cache."),
  completion_tokens: z.int(),
}

const common = {
  object: z.literal('request'),
  id: z.string().describe('As in the header `x-request-id`.'),
  route: z.string().describe('Such as `POST /v1/chat/completions`.'),
  owner: z.string().describe("The key's id, or `anonymous`."),
  model: z.string(),
  started_at: z.number().describe('Seconds since the Unix epoch.'),
}

export const requestSchema = z.object({
  ...common,
  status: z
    .enum(['loading', 'waiting', 'reading', 'writing', 'ok', 'failed', 'cancelled'])
    .describe(
      '`loading`: for its model; `waiting`: in line; `reading` its prompt; `writing` its answer. The others are over.',
    ),
  ...counts,
  first_token_ms: z.number().nullable().describe('From its arrival; null: there was none, or it still runs.'),
  latency_ms: z.number().nullable().describe('From its arrival to its end; null: it still runs.'),
})

export const requestListSchema = z.object({
  object: z.literal('list'),
  data: z
    .array(requestSchema)
    .describe('Those that run, the oldest first, then those that are kept, the newest first.'),
  kept: z.int().describe('How many that are over are kept at most: the setting `inspector.requests`.'),
})

export const requestDetailSchema = requestSchema.extend({
  runs: z.array(
    z.object({
      tasks: z
        .array(z.record(z.string(), z.unknown()))
        .describe('What the engine was asked, with the prompt as the chat template made it.'),
      prompt_token_ids: z
        .array(z.array(z.int()).nullable())
        .describe('Of each task; null: it has no prompt, or its model is not loaded.'),
      events: z
        .array(z.object({ ms: z.number(), task: z.int(), event: z.record(z.string(), z.unknown()) }))
        .describe("What the engine said, `ms` after the request's arrival."),
    }),
  ),
  truncated: z.boolean().describe('There were more events than are kept.'),
})

export const requestEndSchema = z.object({ object: z.literal('request'), id: z.string(), ended: z.int() })
