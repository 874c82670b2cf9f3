import type { Clock } from '../../../../core/clock.ts'
import type { FileLock } from '../native/file-lock.ts'

/** Milliseconds between two looks at a lock that another holds. */
const LOOK_MS = 1

/** Nobody waits longer for another's step: slow together is better than stopped. */
const PATIENCE_MS = 2000

/** Leave to compute with all cores. */
export interface CoreTurns {
  /** Resolves when it is this engine's turn; at once, as a rule. */
  take(): Promise<void>
  give(): void
}

/** For engines that leave the others enough cores. */
export const NO_TURNS: CoreTurns = { take: async () => {}, give: () => {} }

/**
 * Turns among the engines of a machine. Whoever waits holds `next`, so that the one who has just had `cores`, and would
 * like them again at once, comes after.
 */
export function coreTurns(next: FileLock, cores: FileLock, clock: Clock): CoreTurns {
  const taken = async (lock: FileLock, patientUntil: number) => {
    while (!lock.tryTake()) {
      if (clock.elapsed() >= patientUntil) return
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve))
    }
  }
  return {
    async take() {
      const patientUntil = clock.elapsed() + PATIENCE_MS
      await taken(next, patientUntil)
      await taken(cores, patientUntil)
      next.give()
    },
    give: () => cores.give(),
  }
}
