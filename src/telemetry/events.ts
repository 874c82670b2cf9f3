import type { Clock } from '../core/clock.ts'
import { createRing, type Ring } from './ring.ts'

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

/** The latest events. */
export interface Events extends Ring<ServerEvent> {
  add(event: EventOrder): void
}

export function createEvents(clock: Clock, capacity = 500): Events {
  const ring = createRing<ServerEvent>(capacity)
  return {
    ...ring,
    add: ({ model, ...order }) => ring.add((id) => ({ id, atMs: clock.now(), model: model ?? null, ...order })),
  }
}
