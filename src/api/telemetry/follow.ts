import { onAbort } from '../../core/abort.ts'
import type { Ring } from '../../telemetry/ring.ts'

/** Comes instead of what a reader was too slow for. */
export const MISSED = {
  type: 'missed',
  message: 'This reader was too slow, or too long away: some of what came in between is forgotten.',
} as const

const PAGE = 50

/** All that came after the cursor, and then what is to come, until the client leaves. What it misses, it is told of. */
export async function* follow<Item extends { readonly id: number }>(
  ring: Ring<Item>,
  cursor: number,
  signal: AbortSignal,
): AsyncGenerator<Item | typeof MISSED, void> {
  let seen = cursor
  let wake = (): void => {}
  const stop = ring.onAdded(() => wake())
  try {
    while (!signal.aborted) {
      const page = ring.after(seen, PAGE)
      if (page.resetRequired) yield MISSED
      for (const item of page.items) yield item
      seen = page.nextCursor
      if (page.hasMore) continue
      await new Promise<void>((resolve) => {
        const forget = onAbort(signal, resolve)
        wake = () => {
          forget()
          resolve()
        }
        if (ring.after(seen, 1).items.length > 0) wake()
      })
    }
  } finally {
    stop()
  }
}

/** Whoever accepts nothing else, as an `EventSource` does, need not say that it wants a stream. */
export function wantsStream(said: boolean | undefined, accept: string): boolean {
  return said ?? /^\s*text\/event-stream\b/i.test(accept)
}

/** The cursor that a client's `Last-Event-ID` is; `null`: none of ours. */
export function resumed(lastEventId: string | null): number | null {
  return lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null
}
