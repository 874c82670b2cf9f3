import type { Clock } from '../core/clock.ts'

export type EventLevel = 'info' | 'warning' | 'error'

/** Something that happened, in words fit for anyone's eyes: no prompt, no key, no path of this machine. */
export interface ServerEvent {
  /** Counts from 1. */
  readonly id: number
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
  readonly level: EventLevel
  /** Such as `model.ready`. */
  readonly type: string
  /** Which model, if any. */
  readonly model: string | null
  readonly message: string
}

export type EventOrder = Omit<ServerEvent, 'id' | 'atMs' | 'model'> & { readonly model?: string }

/** A page of events. */
export interface EventPage {
  /** Oldest first. */
  readonly events: readonly ServerEvent[]
  /** To ask for what comes after these. */
  readonly nextCursor: number
  /** The newest event's id; 0: there was none. */
  readonly latestCursor: number
  readonly hasMore: boolean
  /** What came right after the cursor is forgotten, or the cursor is of another process: this begins anew. */
  readonly resetRequired: boolean
}

/** The latest events. */
export interface Events {
  add(event: EventOrder): void
  /** What came after the event with the id `cursor`; 0: from the oldest known on. */
  after(cursor: number, limit: number): EventPage
  /** Oldest of them first. */
  latest(count: number): readonly ServerEvent[]
  /** Calls back with each new one; the returned function ends that. */
  onEvent(listener: (event: ServerEvent) => void): () => void
}

export function createEvents(clock: Clock, capacity = 500): Events {
  const kept: ServerEvent[] = []
  const listeners = new Set<(event: ServerEvent) => void>()
  let latest = 0
  return {
    add({ model, ...order }) {
      const event: ServerEvent = { id: ++latest, atMs: clock.now(), model: model ?? null, ...order }
      kept.push(event)
      if (kept.length > capacity) kept.shift()
      for (const listener of listeners) listener(event)
    },
    after(cursor, limit) {
      const oldest = kept[0]?.id ?? latest + 1
      const resetRequired = cursor > latest || (cursor > 0 && cursor < oldest - 1)
      const known = kept.filter(({ id }) => resetRequired || id > cursor)
      const events = known.slice(0, limit)
      return {
        events,
        nextCursor: events.at(-1)?.id ?? (resetRequired ? latest : cursor),
        latestCursor: latest,
        hasMore: known.length > events.length,
        resetRequired,
      }
    },
    latest: (count) => kept.slice(-count),
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
