import type { Flags } from '../config/layers.ts'
import { systemClock } from '../core/clock.ts'
import type { StoredModel } from '../models/catalogue/model.ts'
import { openModels } from './open-models.ts'
import { settingsFor } from './settings.ts'

/** A model of this machine, by any of its names. Rejects with `model_not_found` or `model_ambiguous`. */
export async function localModel(name: string, flags: Flags): Promise<StoredModel> {
  const report = (problem: string) => process.stderr.write(`trivet: ${problem}\n`)
  const catalogue = await openModels({
    config: settingsFor(flags),
    env: process.env,
    clock: systemClock,
    inUse: () => false,
    report,
  })
  return catalogue.look(name)
}
