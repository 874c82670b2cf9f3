import type { Command } from 'commander'
import type { MachineReport } from '../core/machine.ts'
import { addLookFlags, flagsOf } from './setting-flags.ts'

/** `trivet devices` */
export function define(command: Command): void {
  addLookFlags(command).option('--json', 'print JSON, as GET /v1/devices does')
  command.action(async (options: { json?: boolean }) => {
    const report = await look(command)
    console.log(await (options.json ? asJson(report) : asText(report)))
  })
}

async function look(command: Command): Promise<MachineReport> {
  const [{ settingsFor }, { registryFor }, { openMachine }, { systemClock }] = await Promise.all([
    import('./settings.ts'),
    import('./compose.ts'),
    import('./open-machine.ts'),
    import('../core/clock.ts'),
  ])
  const config = settingsFor(flagsOf(command))
  return openMachine(registryFor(config), systemClock, config.chip).report()
}

async function asJson(report: MachineReport): Promise<string> {
  const { encodeDevices } = await import('../api/devices/encode.ts')
  return JSON.stringify(encodeDevices(report), null, 2)
}

async function asText(report: MachineReport): Promise<string> {
  const { describeMachine } = await import('./machine/describe.ts')
  return describeMachine(report, process.stdout.columns ?? USUAL_COLUMNS)
}

/** Where nobody says how wide it is. */
const USUAL_COLUMNS = 80
