import type { IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Harmless in a header, a log line and a shell. */
const SAFE = /^[\w.:-]{1,128}$/

/** The caller's own id when it is safe to repeat, else a fresh one. */
export function requestId(request: IncomingMessage, newId: (prefix: string) => string): string {
  const given = request.headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && SAFE.test(given) ? given : newId('req')
}
