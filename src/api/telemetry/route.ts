import { z } from 'zod'
import type { Events } from '../../telemetry/events.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { encodeEvent, encodePage, encodeStatus, encodeTelemetry } from './encode.ts'
import { follow, resumed, wantsStream } from './follow.ts'
import {
  type EventQuery,
  eventPageSchema,
  eventQuerySchema,
  serverEventSchema,
  statusSchema,
  telemetrySchema,
} from './schema.ts'

/** How the server does, for people and for those who watch over it. */
export function telemetryEndpoints(services: Services): readonly Endpoint<unknown, never>[] {
  const { telemetry } = services
  const common = { method: 'GET', scope: 'read', tag: 'System' } as const
  const noStore = { 'cache-control': 'no-store' }
  const events: Endpoint<unknown, EventQuery> = {
    ...common,
    path: '/v1/events',
    summary: 'Read what has happened',
    description:
      'The latest events: models that were loaded, failed or crashed, keys that were made or revoked. Asked again with ' +
      '`next_cursor`, it tells what is new; as a stream it goes on telling, and `Last-Event-ID` is heeded.',
    query: eventQuerySchema,
    responses: {
      200: {
        description: 'The events.',
        content: { 'application/json': eventPageSchema, 'text/event-stream': serverEventSchema },
      },
    },
    handle({ query: { cursor, limit, stream }, accept, lastEventId, signal }) {
      if (!wantsStream(stream, accept)) {
        return { ...json(encodePage(cursor, telemetry.events.after(cursor, limit))), headers: noStore }
      }
      return {
        kind: 'events',
        format: 'named-ids',
        events: told(telemetry.events, resumed(lastEventId) ?? cursor, signal),
      }
    },
  }
  return [
    {
      ...common,
      path: '/v1/system/status',
      summary: 'Tell how everything is',
      responses: { 200: jsonDoc('The status.', statusSchema) },
      handle: async () => ({ ...json(await encodeStatus(services)), headers: noStore }),
    },
    {
      ...common,
      path: '/v1/system/telemetry',
      summary: 'Tell how the machine is, and what was asked',
      responses: { 200: jsonDoc('The numbers.', telemetrySchema) },
      handle: async () => ({ ...json(await encodeTelemetry(services)), headers: noStore }),
    },
    events as Endpoint<unknown, never>,
    {
      ...common,
      path: '/metrics',
      summary: 'Collect metrics, as Prometheus does',
      responses: { 200: { description: 'The metrics.', content: { 'text/plain': z.string() } } },
      handle: async () => ({
        kind: 'content',
        contentType: telemetry.metrics.contentType,
        pieces: [await telemetry.metrics.text()],
      }),
    },
  ]
}

async function* told(events: Events, cursor: number, signal: AbortSignal) {
  for await (const event of follow(events, cursor, signal)) yield 'id' in event ? encodeEvent(event) : event
}
