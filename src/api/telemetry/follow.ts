import { onAbort } from '../../core/abort.ts'
import type { Events } from '../../telemetry/events.ts'
import { encodeEvent } from './encode.ts'

/** Every event after the cursor, and then those to come, until the client leaves. One that reads too slowly misses some. */
export async function* followEvents(
  events: Events,
  cursor: number,
  signal: AbortSignal,
): AsyncGenerator<ReturnType<typeof encodeEvent>, void> {
  let seen = cursor
  let wake = (): void => {}
  const stop = events.onEvent(() => wake())
  try {
    while (!signal.aborted) {
      const page = events.after(seen, PAGE)
      for (const event of page.events) yield encodeEvent(event)
      seen = page.nextCursor
      if (page.hasMore) continue
      await new Promise<void>((resolve) => {
        const forget = onAbort(signal, resolve)
        wake = () => {
          forget()
          resolve()
        }
        if (events.after(seen, 1).events.length > 0) wake()
      })
    }
  } finally {
    stop()
  }
}

const PAGE = 50
