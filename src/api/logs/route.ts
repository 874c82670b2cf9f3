import type { z } from 'zod'
import { isAtLeast, type Log, type LogLevel, type LogLine, readLine } from '../../telemetry/log.ts'
import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { follow, resumed, wantsStream } from '../telemetry/follow.ts'
import { type LogQuery, logLineSchema, logPageSchema, logQuerySchema } from './schema.ts'

/** The program's log, while it is written. */
export function logEndpoint({ telemetry: { log } }: Pick<Services, 'telemetry'>): Endpoint<unknown, LogQuery> {
  return {
    method: 'GET',
    path: '/v1/logs',
    scope: 'manage',
    tag: 'System',
    summary: 'Read the log',
    description:
      'The last lines that the setting `log_level` lets be written; as a stream, then those to come. Credentials, prompts ' +
      'and answers are never among them. A reader that is too slow is told that it has missed some (`missed`).',
    query: logQuerySchema,
    responses: {
      200: {
        description: 'The lines.',
        content: { 'application/json': logPageSchema, 'text/event-stream': logLineSchema },
      },
    },
    handle({ query, accept, lastEventId, signal }) {
      const cursor = resumed(lastEventId) ?? query.cursor ?? cursorBefore(log, query)
      return wantsStream(query.stream, accept)
        ? { kind: 'events', format: 'named-ids', events: told(log, cursor, query.level, signal) }
        : { ...json(encodePage(log, cursor, query.level)), headers: { 'cache-control': 'no-store' } }
    },
  }
}

async function* told(log: Log, cursor: number, level: LogLevel, signal: AbortSignal) {
  for await (const kept of follow(log, cursor, signal)) {
    const line = 'id' in kept ? readLine(kept) : null
    if (line === null) yield kept
    else if (isAtLeast(line, level)) yield encodeLine(line)
  }
}

/** After which line the last so many of this level come. */
function cursorBefore(log: Log, { lines, level }: LogQuery): number {
  const all = log.latest(Number.MAX_SAFE_INTEGER)
  const wanted = all.filter((kept) => isAtLeast(readLine(kept), level))
  const first = lines === 0 ? undefined : (wanted.at(-lines) ?? wanted[0])
  return first === undefined ? (all.at(-1)?.id ?? 0) : first.id - 1
}

function encodePage(log: Log, cursor: number, level: LogLevel): z.infer<typeof logPageSchema> {
  const { items, nextCursor, resetRequired } = log.after(cursor, Number.MAX_SAFE_INTEGER)
  const data = items
    .map(readLine)
    .filter((line) => isAtLeast(line, level))
    .map(encodeLine)
  return { object: 'list', data, next_cursor: nextCursor, reset_required: resetRequired }
}

function encodeLine({ id, atMs, level, message, requestId, fields }: LogLine): z.infer<typeof logLineSchema> {
  return { type: 'log', id, timestamp: atMs / 1000, level, message, request_id: requestId, fields: { ...fields } }
}
