import { z } from 'zod'
import { LOG_LEVELS } from '../../telemetry/log.ts'

export const logLineSchema = z
  .object({
    type: z.literal('log'),
    id: z.int().describe('Counts up by one, and on across restarts.'),
    timestamp: z.number().describe('Seconds since the Unix epoch.'),
    level: z.enum(LOG_LEVELS),
    message: z.string(),
    request_id: z.string().nullable(),
    fields: z.record(z.string(), z.unknown()).describe('Whatever else the line says.'),
  })
  .meta({ id: 'LogLine' })

export const logPageSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(logLineSchema).describe('Oldest first.'),
    next_cursor: z.int().describe('To ask for what comes after these.'),
    reset_required: z.boolean().describe('What came after the cursor is forgotten: this begins with what is left.'),
  })
  .meta({ id: 'LogPage' })

export const logQuerySchema = z.object({
  lines: z.coerce.number().int().min(0).max(2000).default(100).describe('How many of the last, without a cursor.'),
  cursor: z.coerce.number().int().min(0).optional().describe('The last line seen. `Last-Event-ID` goes before it.'),
  level: z.enum(LOG_LEVELS).default('trace').describe('The least important that are told.'),
  stream: z
    .stringbool()
    .optional()
    .describe('Go on with lines as they come, as server-sent events. Default: if that is what is accepted.'),
})
export type LogQuery = z.infer<typeof logQuerySchema>
