import type { StreamFormat } from '../api/endpoint.ts'

/** How a stream of values is put on the wire. */
export interface Framing {
  readonly contentType: string
  frame(value: unknown): string
  /** Sent in a long silence; null where the format has nothing that readers skip. */
  readonly ping: string | null
  /** Sent after the last value, unless that was a failure. */
  readonly end: string
}

const EVENT_STREAM = 'text/event-stream; charset=utf-8'
const COMMENT = ': ping\n\n'

export const FRAMINGS: Readonly<Record<StreamFormat, Framing>> = {
  data: {
    contentType: EVENT_STREAM,
    frame: (value) => `data: ${JSON.stringify(value)}\n\n`,
    ping: COMMENT,
    end: 'data: [DONE]\n\n',
  },
  named: {
    contentType: EVENT_STREAM,
    frame: (value) => `event: ${nameOf(value)}\ndata: ${JSON.stringify(value)}\n\n`,
    ping: COMMENT,
    end: '',
  },
  lines: {
    contentType: 'application/x-ndjson',
    frame: (value) => `${JSON.stringify(value)}\n`,
    ping: null,
    end: '',
  },
}

/** What has no type can only be a failure in a format that has none. */
function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : 'error'
}
