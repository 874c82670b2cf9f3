import { setMaxListeners } from 'node:events'
import { onAbort } from '../../../core/abort.ts'
import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { SourceResponse } from '../net/client.ts'
import { networkError } from '../net/network-error.ts'
import { Transient } from '../net/transient.ts'
import { StallWatch } from './stall-watch.ts'

/** Hands on the body of an answer. Throws a `Transient` when it breaks or stalls, the signal's reason when that aborts. */
export async function* received(
  { body }: SourceResponse,
  url: string,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  setMaxListeners(0, signal)
  const stalled = new Transient(new TrivetError('upstream_error', { url, reason: 'sends next to nothing.' }))
  const watch = new StallWatch(clock, () => body.destroy(stalled))
  const forget = onAbort(signal, () => body.destroy(signal.reason))
  try {
    signal.throwIfAborted()
    for await (const bytes of body as AsyncIterable<Buffer>) {
      watch.saw(bytes.length)
      yield bytes
    }
  } catch (thrown) {
    signal.throwIfAborted()
    throw networkError(thrown, url)
  } finally {
    forget()
    watch.stop()
    body.destroy()
  }
}
