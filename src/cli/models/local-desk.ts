import { restingStatus } from '../../api/models/catalogue-view.ts'
import { encodeModel } from '../../api/models/encode.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../core/clock.ts'
import type { StoredModel } from '../../models/catalogue/model.ts'
import { openModels } from '../open-models.ts'
import type { ModelDesk, ToldModel } from './desk.ts'

/** The models of this machine, without a server: nothing is loaded. What could not be looked at is told on stderr. */
export async function localDesk(config: Config): Promise<ModelDesk> {
  const catalogue = await openModels({
    config,
    env: process.env,
    clock: systemClock,
    inUse: () => false,
    report: (problem) => process.stderr.write(`${problem}\n`),
  })
  const told = (stored: StoredModel): ToldModel => ({
    ...encodeModel({ status: restingStatus(stored), stored }),
    path: stored.path,
  })
  return {
    url: null,
    list: async () => catalogue.list().map(told),
    show: async (name) => told(catalogue.find(name)),
    remove: (name) => catalogue.remove(name),
    alias: async (name, alias) => told(await catalogue.alias(name, alias)),
    pin: async (name, pinned) => told(await catalogue.pin(name, pinned)),
    copy: async (name, id) => told(await catalogue.copy(name, id)),
  }
}
