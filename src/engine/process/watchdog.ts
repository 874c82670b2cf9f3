import type { Clock } from '../../core/clock.ts'

/** Silence is counted in slices rather than by wall clock: a suspended laptop or a busy server costs one, not all. */
const SLICES = 10

export interface Watchdog {
  /** A sign of life. */
  pat(): void
  stop(): void
}

/** Calls `onSilence` once when no `pat` came for `timeoutMs`, or up to a tenth longer. */
export function createWatchdog(clock: Clock, timeoutMs: number, onSilence: () => void): Watchdog {
  let silentSlices = 0
  let cancel = schedule()

  function schedule() {
    return clock.after(timeoutMs / SLICES, () => {
      silentSlices += 1
      if (silentSlices > SLICES) onSilence()
      else cancel = schedule()
    })
  }

  return {
    pat() {
      silentSlices = 0
    },
    stop: () => cancel(),
  }
}
