/** A model's queue as admission sees it. */
export interface QueueLoad {
  /** Requests inside the engine. */
  readonly running: number
  readonly waiting: number
  /** Requests the engine works on at once. */
  readonly slots: number
  /** Requests that may wait. */
  readonly capacity: number
  readonly closed: boolean
}

/** `closed`: the server is shutting down. */
export type Admission = 'run' | 'wait' | 'full' | 'closed'

/** What becomes of one more request. Nobody overtakes: with anyone waiting, a newcomer waits too. */
export function admit(load: QueueLoad): Admission {
  if (load.closed) return 'closed'
  if (load.waiting === 0 && load.running < load.slots) return 'run'
  return load.waiting < load.capacity ? 'wait' : 'full'
}

/**
 * Seconds until a full queue likely has room: one request has to leave, and `slots` of them work side by side.
 * Whole seconds from 1 to 60, as `Retry-After` wants them.
 */
export function retryAfterSeconds(meanRequestMs: number, slots: number): number {
  const seconds = Math.ceil(meanRequestMs / Math.max(1, slots) / 1000)
  return Math.min(60, Math.max(1, seconds))
}
