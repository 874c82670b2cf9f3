import type { StreamFormat } from '../api/endpoint.ts'

/** How a stream of values is put on the wire. */
export interface Framing {
  readonly contentType: string
  frame(value: unknown): string
  /** Sent in a long silence; null where the format has nothing that readers skip. */
  readonly ping: string | null
  /** A failure, which ends the stream, and whatever follows it. */
  fail(value: unknown): string
  /** Sent after the last value, unless that was a failure. */
  readonly end: string
}

const EVENT_STREAM = 'text/event-stream; charset=utf-8'
const COMMENT = ': ping\n\n'
const DONE = 'data: [DONE]\n\n'

const unnamed = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (value: unknown) => `event: ${nameOf(value)}\n${unnamed(value)}`
const identified = (value: unknown) => `${idLine(value)}${named(value)}`
const line = (value: unknown) => `${JSON.stringify(value)}\n`

export const FRAMINGS: Readonly<Record<StreamFormat, Framing>> = {
  data: { contentType: EVENT_STREAM, frame: unnamed, fail: unnamed, ping: COMMENT, end: DONE },
  'data-always-done': {
    contentType: EVENT_STREAM,
    frame: unnamed,
    fail: (value) => `${unnamed(value)}${DONE}`,
    ping: COMMENT,
    end: DONE,
  },
  'data-named-error': {
    contentType: EVENT_STREAM,
    frame: unnamed,
    fail: (value) => `event: error\n${unnamed(value)}`,
    ping: COMMENT,
    end: DONE,
  },
  named: { contentType: EVENT_STREAM, frame: named, fail: named, ping: COMMENT, end: '' },
  'named-always-done': {
    contentType: EVENT_STREAM,
    frame: named,
    fail: (value) => `${named(value)}${DONE}`,
    ping: COMMENT,
    end: DONE,
  },
  'named-ids': { contentType: EVENT_STREAM, frame: identified, fail: named, ping: COMMENT, end: '' },
  lines: { contentType: 'application/x-ndjson', frame: line, fail: line, ping: null, end: '' },
}

/** What has no type can only be a failure in a format that has none. */
function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : 'error'
}

/** What a client that comes back names as `Last-Event-ID`. */
function idLine(value: unknown): string {
  return typeof value === 'object' && value !== null && 'id' in value ? `id: ${value.id}\n` : ''
}
