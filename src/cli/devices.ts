import type { Command } from 'commander'
import type { Availability, PlatformId } from '../engine/driver.ts'
import { addLookFlags, flagsOf } from './setting-flags.ts'

type EngineReport = Availability & { readonly engine: PlatformId }

/** `trivet devices` */
export function define(command: Command): void {
  addLookFlags(command).option('--json', 'print JSON')
  command.action(async (options: { json?: boolean }) => {
    const reports = await probe(command)
    console.log(options.json ? JSON.stringify(reports, null, 2) : await describe(reports))
  })
}

async function probe(command: Command): Promise<EngineReport[]> {
  const [{ settingsFor }, { registryFor }] = await Promise.all([import('./settings.ts'), import('./compose.ts')])
  const { drivers } = registryFor(settingsFor(flagsOf(command)))
  return Promise.all(drivers.map(async (driver) => ({ engine: driver.id, ...(await driver.probe()) })))
}

async function describe(reports: readonly EngineReport[]): Promise<string> {
  const { byteSize, table } = await import('./table.ts')
  const rows = reports.flatMap(({ engine, version, available, reason, devices }) => {
    if (!available) return [[engine, version, '-', reason, '']]
    if (devices.length === 0) return [[engine, version, '-', 'needs no device', '']]
    return devices.map((device) => {
      const { free, total } = device.memoryBytes
      const memory = total > 0 ? `${byteSize(free)} of ${byteSize(total)} free` : ''
      return [engine, version, device.kind, `${device.name} ${device.description}`.trim(), memory]
    })
  })
  return table(['ENGINE', 'VERSION', 'KIND', 'DEVICE', 'MEMORY'], rows)
}
