import type { Availability } from '../../core/device.ts'
import type { ChildPlatformId } from '../driver.ts'
import { spawnChild } from './child.ts'
import type { ChildRuntime } from './runtime.ts'

/**
 * Asks a driver's backend, in a child of its own, whether it works here: opening a native library may kill the
 * process that does it. Never rejects.
 */
export async function probeInChild(
  driver: ChildPlatformId,
  options: Readonly<Record<string, unknown>>,
  runtime: ChildRuntime,
): Promise<Availability> {
  let found: Availability | null = null
  const child = spawnChild(runtime, (frame) => {
    if (frame.op === 'probed') found = frame.availability
  })
  child.send({ op: 'probe', driver, options })
  const { how, lastLine } = await child.ended
  const reason = `The probe ended (${how})${lastLine === '' ? '.' : `: ${lastLine}`}`
  return found ?? { available: false, reason, version: '', devices: [] }
}
