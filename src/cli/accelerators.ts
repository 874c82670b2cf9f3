import type { Clock } from '../core/clock.ts'
import type { Device } from '../core/device.ts'
import type { EngineDriver } from '../engine/driver.ts'
import type { AcceleratorMemory } from '../scheduler/room.ts'

/** How long what an engine said of a device is believed: asking starts a process. */
const FRESH_MS = 30_000

/** What accelerators there are, as an engine tells. */
export interface Accelerators {
  /** As they are now, as far as that can be told; none of an engine that has none. */
  look(driver: Pick<EngineDriver, 'accelerators'>): Promise<readonly Device[]>
  /** Memory of their own, of those that were looked at. */
  memory(): readonly AcceleratorMemory[]
}

/**
 * What was free on them when no model of this server was there is what its models may share: so it stands for as long as
 * one is there, and is asked anew when none is.
 * @param isUsed whether any model of this server lies on one
 */
export function openAccelerators(clock: Clock, isUsed: () => boolean): Accelerators {
  const looks = new Map<object, { readonly atMs: number; readonly devices: Promise<readonly Device[]> }>()
  const known = new Map<object, readonly Device[]>()
  return {
    async look(driver) {
      if (driver.accelerators === undefined) return []
      const last = looks.get(driver)
      const isOld = last !== undefined && Math.abs(clock.now() - last.atMs) >= FRESH_MS
      const keep = last !== undefined && (!isOld || isUsed())
      const now = keep ? last : { atMs: clock.now(), devices: driver.accelerators() }
      looks.set(driver, now)
      known.set(driver, await now.devices)
      return now.devices
    },
    memory: () =>
      [...known.values()]
        .flat()
        .filter(({ sharesMemory, memoryBytes }) => !sharesMemory && memoryBytes.total > 0)
        .map(({ name, memoryBytes: { free, total } }) => ({ name, freeBytes: free, totalBytes: total })),
  }
}
