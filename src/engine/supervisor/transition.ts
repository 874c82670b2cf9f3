/** Where a supervised engine stands. `starting` covers loading and the pause before a restart. */
export type EngineState = 'stopped' | 'starting' | 'ready' | 'draining' | 'stopping' | 'failed'

/** What can happen to it. */
export type Occurrence =
  /** Somebody asks for it; after a failure, only once trying again makes sense. */
  | 'wanted'
  | 'loaded'
  | 'load-failed'
  /** It died, and is worth a restart. */
  | 'crashed'
  /** It died once too often. */
  | 'gave-up'
  | 'stop-asked'
  /** The last task has left, or was given up at the deadline. */
  | 'idle'
  /** What was being ended is gone. */
  | 'gone'

/** What is to be done about it. */
export type Effect = 'load' | 'restart-later' | 'abandon-load' | 'end'

export interface Transition {
  readonly to: EngineState
  readonly effect: Effect | null
}

/** What isn't listed changes nothing, such as a second wish to start. */
const TRANSITIONS: Readonly<Record<EngineState, Partial<Record<Occurrence, Transition>>>> = {
  stopped: {
    wanted: { to: 'starting', effect: 'load' },
  },
  starting: {
    loaded: { to: 'ready', effect: null },
    'load-failed': { to: 'failed', effect: null },
    'stop-asked': { to: 'stopping', effect: 'abandon-load' },
  },
  ready: {
    crashed: { to: 'starting', effect: 'restart-later' },
    'gave-up': { to: 'failed', effect: null },
    'stop-asked': { to: 'draining', effect: null },
  },
  draining: {
    idle: { to: 'stopping', effect: 'end' },
    // It was to go anyway.
    crashed: { to: 'stopped', effect: null },
    'gave-up': { to: 'stopped', effect: null },
  },
  stopping: {
    gone: { to: 'stopped', effect: null },
  },
  failed: {
    wanted: { to: 'starting', effect: 'load' },
    'stop-asked': { to: 'stopped', effect: null },
  },
}

export function transition(state: EngineState, occurrence: Occurrence): Transition | null {
  return TRANSITIONS[state][occurrence] ?? null
}
