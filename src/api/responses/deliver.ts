import { asTrivetError, TrivetError } from '../../core/errors.ts'
import { errorEvent, type ResponseEvent } from './event.ts'
import type { ResponseObject } from './response-object.ts'
import { isUnderWay } from './state.ts'

/** The events to send: those after a number, up to the one that ends the response. */
export async function* delivered(
  events: AsyncIterable<ResponseEvent>,
  startingAfter: number | null = null,
): AsyncGenerator<ResponseEvent, void> {
  for await (const event of events) {
    if (startingAfter === null || event.sequence_number > startingAfter) yield event
    if ('response' in event && !isUnderWay(event.response)) return
  }
}

/** The same events. A failure after the first of them is the last; before that it is thrown, for a status to tell it. */
export async function* withFailureTold(events: AsyncIterable<ResponseEvent>): AsyncGenerator<ResponseEvent, void> {
  let sequence_number: number | null = null
  try {
    for await (const event of events) {
      yield event
      sequence_number = event.sequence_number + 1
    }
  } catch (thrown) {
    if (sequence_number === null) throw thrown
    yield { ...errorEvent(asTrivetError(thrown)), sequence_number }
  }
}

/** The response in its last state. Rejects with what its events throw. */
export async function collected(events: AsyncIterable<ResponseEvent>): Promise<ResponseObject> {
  let response: ResponseObject | null = null
  for await (const event of events) {
    if ('response' in event) response = event.response
  }
  if (response === null) throw new TrivetError('internal_error')
  return response
}
