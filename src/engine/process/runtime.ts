import { type Clock, systemClock } from '../../core/clock.ts'
import type { Spare } from './spare.ts'

/** How engine children are run: the same for every driver. */
export interface ChildRuntime {
  /** The child's entry module, as JavaScript: `engine/child/main.js` of the build. */
  readonly entry: URL
  readonly clock: Clock
  /** Silence after which a child is taken for hung and killed, in milliseconds. */
  readonly heartbeatTimeoutMs: number
  /** For the first engine that is loaded. */
  readonly spare?: Spare | undefined
}

/** The runtime of the built server. From source there is no entry to run, so tests name the one in `dist/`. */
export const DEFAULT_RUNTIME: ChildRuntime = {
  entry: new URL('../child/main.js', import.meta.url),
  clock: systemClock,
  heartbeatTimeoutMs: 30_000,
}
