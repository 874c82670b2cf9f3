import type { EventsReply, Reply, StreamFormat } from '../api/endpoint.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'

/** The reply, or null when there is none yet after `ms`. Rejects as the reply does. */
export function within(pending: Promise<Reply>, ms: number, clock: Clock): Promise<Reply | null> {
  return new Promise((resolve, reject) => {
    const forget = clock.after(ms, () => resolve(null))
    void pending.then(resolve, reject).finally(forget)
  })
}

/** A stream whose beginning is still to come: its client learns that it is waited for. It throws what the reply fails with. */
export function streamToCome(pending: Promise<Reply>, format: StreamFormat | null): EventsReply {
  return { kind: 'events', events: eventsToCome(pending), ...(format !== null && { format }) }
}

async function* eventsToCome(pending: Promise<Reply>): AsyncGenerator<unknown, void> {
  const reply = await pending
  if (reply.kind !== 'events') throw new TrivetError('internal_error')
  yield* reply.events
}
