import { z } from 'zod'

const tokens = z.int()

export const usageSchema = z
  .object({
    requests: z.int().describe('Requests that a model worked for.'),
    failed: z.int().describe('Of these, those that ended in an error.'),
    cancelled: z.int().describe('Of these, those whose client left.'),
    prompt_tokens: tokens,
    cached_tokens: tokens.describe('Of the prompts, taken from earlier requests.'),
    completion_tokens: tokens,
    average_latency_ms: z.number(),
    average_time_to_first_token_ms: z.number().nullable(),
    tokens_per_second: z.number().nullable().describe('From first tokens to last.'),
  })
  .meta({ id: 'UsageTotals' })

export const serverEventSchema = z
  .object({
    id: z.int().describe('Counts from 1.'),
    timestamp: z.number().describe('Seconds since the Unix epoch.'),
    level: z.enum(['info', 'warning', 'error']),
    type: z.string().describe('Such as `model.ready`.'),
    model: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'ServerEvent' })

export const eventPageSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(serverEventSchema).describe('Oldest first.'),
    cursor: z.int().describe('As asked.'),
    next_cursor: z.int().describe('To ask for what comes after these.'),
    latest_cursor: z.int(),
    has_more: z.boolean(),
    reset_required: z
      .boolean()
      .describe('What came after the cursor is forgotten, or the server was started anew: this begins anew.'),
  })
  .meta({ id: 'ServerEventList' })

export const eventQuerySchema = z.object({
  cursor: z.coerce.number().int().min(0).default(0).describe('The last event seen.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  stream: z
    .stringbool()
    .optional()
    .describe('Go on with events as they come, as server-sent events. Default: if that is what is accepted.'),
})
export type EventQuery = z.infer<typeof eventQuerySchema>

export const telemetrySchema = z
  .object({
    generated_at: z.number().describe('Seconds since the Unix epoch.'),
    version: z.string(),
    phase: z.enum(['starting', 'ready', 'draining']),
    uptime_seconds: z.int(),
    memory: z.object({ total_bytes: z.int(), available_bytes: z.int() }).describe('What models may use.'),
    cpu: z.object({ cores: z.int(), percent: z.number() }),
    process: z.object({ memory_bytes: z.int().describe('Of the server itself, without its engines.') }),
    usage: z.object({
      since: z.number().describe('When counting began.'),
      totals: usageSchema,
      by_model: z.record(z.string(), usageSchema),
    }),
  })
  .meta({ id: 'Telemetry' })

export const statusSchema = telemetrySchema
  .extend({
    models: z.array(
      z.object({
        id: z.string(),
        state: z.enum(['stopped', 'starting', 'ready', 'draining', 'stopping', 'failed']),
        progress: z.number(),
        instances: z.int(),
        running: z.int(),
        waiting: z.int(),
        memory_bytes: z.int().nullable().describe('Of its instances, as estimated.'),
      }),
    ),
    sharing: z
      .object({
        url: z.string(),
        state: z.enum(['connected', 'away']),
        since: z.number().describe('Seconds since the Unix epoch.'),
        reason: z.string().nullable().describe('Why it is away.'),
      })
      .nullable()
      .describe('The server that keys, counters and limits are shared through (`redis.url`); null: there is none.'),
    events: z.array(serverEventSchema).describe('The latest, oldest first.'),
  })
  .meta({ id: 'SystemStatus' })
