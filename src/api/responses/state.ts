import type { ResponseEvent } from './event.ts'
import type { ResponseObject } from './response-object.ts'

export function isUnderWay({ status }: ResponseObject): boolean {
  return status === 'queued' || status === 'in_progress'
}

/** The response as its events so far leave it, with the items that are complete. */
export function lastState(start: ResponseObject, events: readonly ResponseEvent[]): ResponseObject {
  const state = events.findLast((event) => 'response' in event)?.response ?? start
  const output = events.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []))
  return { ...state, output }
}

/** One that was under way when the server ended: nobody works on it any more. */
export function abandoned(response: ResponseObject): ResponseObject {
  const message = 'The server was stopped before the response was complete.'
  return { ...response, status: 'failed', error: { code: 'server_error', message } }
}
