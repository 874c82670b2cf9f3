import { join } from 'node:path'
import { dataHome, type Env } from '../config/paths.ts'
import type { Clock } from '../core/clock.ts'
import { inventoryOf } from '../hardware/inventory.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { storeLayout } from '../models/own/layout.ts'
import type { Publisher } from '../models/own/publisher.ts'
import { createHubAccount } from '../models/pull/hub-account.ts'
import { openHubs } from '../models/pull/hubs.ts'
import { createPuller, type Puller } from '../models/pull/puller.ts'
import { modelsHome } from './open-models.ts'
import { packageVersion } from './version.ts'

export interface PullerSettings {
  /** Sources may have private addresses. */
  readonly privateAllowed: boolean
  /** Files of this machine are sources too. */
  readonly diskAllowed: boolean
  /** What the settings say is here; null: nothing. */
  readonly chip: string | null
}

/** What pulls into Trivet's own store. Throws `invalid_config` about an environment that names no address. */
export function openPuller(
  store: Catalogue & Publisher,
  env: Env,
  clock: Clock,
  { privateAllowed, diskAllowed, chip }: PullerSettings,
): Puller {
  const tokenFile = join(dataHome(env), 'huggingface-token')
  const sources = openHubs({
    env,
    clock,
    privateAllowed,
    version: packageVersion(),
    tokenFile,
    chip: () => qualcommChip(chip),
  })
  const account = createHubAccount(sources, env, tokenFile)
  return createPuller({ sources, account, store, layout: storeLayout(modelsHome(env)), diskAllowed })
}

/** What models of Qualcomm AI Hub are made for, here. */
function qualcommChip(told: string | null): string | null {
  const npu = inventoryOf(told).chips.find(({ vendor, kind }) => vendor === 'qualcomm' && kind === 'npu')
  return npu?.type ?? null
}
