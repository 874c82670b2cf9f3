import type { Env } from '../config/paths.ts'
import type { Clock } from '../core/clock.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { storeLayout } from '../models/own/layout.ts'
import type { Publisher } from '../models/own/publisher.ts'
import { createPuller, type Puller } from '../models/pull/puller.ts'
import { modelsHome } from './open-models.ts'
import { packageVersion } from './version.ts'

/** What pulls into Trivet's own store. Throws `invalid_config` about an environment that names no address. */
export function openPuller(store: Catalogue & Publisher, env: Env, clock: Clock, privateAllowed: boolean): Puller {
  return createPuller({
    env,
    clock,
    store,
    layout: storeLayout(modelsHome(env)),
    privateAllowed,
    version: packageVersion(),
  })
}
