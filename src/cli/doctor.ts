import type { Command } from 'commander'
import type { Check } from './doctor/check.ts'
import { EXIT } from './exit-codes.ts'
import { addDoctorFlags, flagsOf } from './setting-flags.ts'

/** `trivet doctor` */
export function define(command: Command): void {
  addDoctorFlags(command).option('--json', 'print JSON')
  command.addHelpText('after', '\nThe exit status is 1 when a check failed; warnings leave it 0.')
  command.action(async ({ json }: { json?: boolean }) => {
    const checks = await examine(command)
    const healthy = checks.every(({ state }) => state !== 'fail')
    const { printedChecks } = await import('./doctor/print.ts')
    console.log(json ? JSON.stringify({ ok: healthy, checks }, null, 2) : printedChecks(checks))
    if (!healthy) process.exitCode = EXIT.failure
  })
}

/** Rejects with `invalid_config`, which says all that is wrong with the settings. */
async function examine(command: Command): Promise<readonly Check[]> {
  const [
    { settingsFor },
    { registryFor },
    { openMachine },
    { systemClock },
    { openModels },
    look,
    place,
    { machineChecks },
  ] = await Promise.all([
    import('./settings.ts'),
    import('./compose.ts'),
    import('./open-machine.ts'),
    import('../core/clock.ts'),
    import('./open-models.ts'),
    import('./doctor/look.ts'),
    import('./doctor/place.ts'),
    import('./doctor/machine.ts'),
  ])
  const config = settingsFor(flagsOf(command))
  const [doorway, store, places, report, catalogue] = await Promise.all([
    look.lookAtDoorway(config),
    look.lookAtStore(process.env),
    look.lookAtPlaces(config),
    openMachine(registryFor(config), systemClock, config.chip).report(),
    openModels({ config, env: process.env, clock: systemClock, inUse: () => false, report: () => {} }),
  ])
  return [
    place.serverCheck(doorway),
    ...machineChecks(report),
    ...place.storeChecks(store),
    ...place.modelChecks(places, catalogue.list()),
  ]
}
