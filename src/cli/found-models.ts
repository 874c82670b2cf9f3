import type { Config } from '../config/config.ts'
import { TrivetError } from '../core/errors.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import type { StoredModel } from '../models/catalogue/model.ts'
import type { ModelEntry, ModelSource } from '../scheduler/scheduler.ts'

/** The catalogue's models as the scheduler takes them. Those of the settings it has already, with their own wishes. */
export function foundModels(catalogue: Catalogue, { placement, keepAliveMs }: Config): ModelSource {
  /** Throws `model_load_failed` for a broken one: no engine needs to be started to see that. */
  function entryOf({ id, path, source, invalid }: StoredModel): ModelEntry {
    if (invalid !== null && source !== 'config')
      throw new TrivetError('model_load_failed', { model: id, reason: invalid })
    return { id, path, placement, keepAliveMs }
  }

  return {
    entries: () =>
      catalogue
        .list()
        .filter(({ source, invalid }) => source !== 'config' && invalid === null)
        .map(entryOf),
    find: (name) => entryOf(catalogue.find(name)),
    look: async (name) => entryOf(await catalogue.look(name)),
  }
}
