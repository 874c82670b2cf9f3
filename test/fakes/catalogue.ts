import type { Catalogue } from '../../src/models/catalogue/catalogue.ts'
import type { StoredModel } from '../../src/models/catalogue/model.ts'
import { resolveModel } from '../../src/models/ids/resolve.ts'

/** These models and no others, which nothing changes. */
export function stillCatalogue(models: readonly StoredModel[] = []): Catalogue {
  const unchanging = async (name: string) => {
    resolveModel(name, models)
    throw new Error('this catalogue does not change')
  }
  return {
    list: () => models,
    find: (name) => resolveModel(name, models),
    look: async (name) => resolveModel(name, models),
    refresh: async () => {},
    remove: unchanging,
    alias: unchanging,
    pin: unchanging,
    copy: unchanging,
    onChange: () => () => {},
  }
}
