import { createHash } from 'node:crypto'
import type { MachineReport } from '../../core/machine.ts'
import { namedDevices } from './names.ts'

const DIGITS = 16

/** Another whenever what was found out about this machine may no longer hold. */
export function fingerprint({ cpu, memory, engines }: MachineReport): string {
  const devices = namedDevices(engines).map(({ name, device }) => [name, device.description])
  const facts = JSON.stringify([cpu.name, cpu.cores, memory.totalBytes, devices])
  return createHash('sha256').update(facts).digest('hex').slice(0, DIGITS)
}
