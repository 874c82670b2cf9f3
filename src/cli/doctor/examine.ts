import type { Config } from '../../config/config.ts'
import type { Flags } from '../../config/layers.ts'
import type { ReadSettings } from '../../config/read-settings.ts'
import { systemClock } from '../../core/clock.ts'
import type { MachineReport } from '../../core/machine.ts'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import { registryFor } from '../compose.ts'
import { openMachine } from '../open-machine.ts'
import { openModels } from '../open-models.ts'
import { settingsFor, writtenSettings } from '../settings.ts'
import type { Check } from './check.ts'
import { countModels, lookAtDoorway, lookAtPlaces, lookAtSharing, lookAtStore } from './look.ts'
import { machineChecks } from './machine.ts'
import { type Doorway, modelChecks, serverCheck, sharingChecks, storeChecks } from './place.ts'

/** What was looked at, and what it comes to. */
export interface Examination {
  readonly checks: readonly Check[]
  readonly config: Config
  readonly settings: ReadSettings['settings']
  readonly doorway: Doorway
  readonly report: MachineReport
  readonly catalogue: Pick<Catalogue, 'list'>
}

/** Rejects with `invalid_config`, which says all that is wrong with the settings. */
export async function examine(flags: Flags): Promise<Examination> {
  const config = settingsFor(flags)
  const [doorway, shared, store, places, report, catalogue] = await Promise.all([
    lookAtDoorway(config),
    lookAtSharing(config, systemClock),
    lookAtStore(process.env),
    lookAtPlaces(config),
    openMachine(registryFor(config), systemClock, config.chip).report(),
    openModels({ config, env: process.env, clock: systemClock, inUse: () => false, report: () => {} }),
  ])
  const checks = [
    serverCheck(doorway),
    ...sharingChecks(shared),
    ...machineChecks(report),
    ...storeChecks(store),
    ...modelChecks(places, catalogue.list(), doorway.health === null ? null : await countModels(doorway.url)),
  ]
  return { checks, config, settings: writtenSettings(flags).settings, doorway, report, catalogue }
}
