import type { Config, ModelConfig } from '../config/config.ts'
import { asTrivetError } from '../core/errors.ts'
import { unseen } from '../core/look.ts'
import type { Inventory } from '../core/machine.ts'
import { AUTO_DRAFT } from '../core/placement.ts'
import type { Registry } from '../engine/registry.ts'
import { inventoryOf } from '../hardware/inventory.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { engineFor } from './engine-for.ts'

/** A model that could not be loaded now. */
export interface Unusable {
  readonly id: string
  /** In a sentence. */
  readonly reason: string
}

/**
 * Of the models that the settings name, those that could not be loaded as things are, as far as looking at files tells.
 * They are served all the same, for they may be repaired while the server runs.
 */
export async function unusableModels(
  { models, chip }: Pick<Config, 'models' | 'chip'>,
  registry: Pick<Registry, 'claims' | 'drivers'>,
  catalogue: Pick<Catalogue, 'list'>,
): Promise<readonly Unusable[]> {
  const known = catalogue.list()
  const reasons = models.map(async (model) => {
    const broken = known.find(({ id }) => id === model.id)?.invalid ?? null
    const reason = broken ?? missingFile(model) ?? (await missingEngine(model, registry, () => inventoryOf(chip)))
    return reason === null ? [] : [{ id: model.id, reason }]
  })
  return (await Promise.all(reasons)).flat()
}

/** Of the files that belong to it beside its own. */
function missingFile({ placement, chatTemplatePath }: ModelConfig): string | null {
  const { projector, draftModel } = placement
  const files = [
    ['mmproj', projector],
    ['draft_model', draftModel === AUTO_DRAFT ? null : draftModel],
    ['chat_template', chatTemplatePath],
  ] as const
  for (const [setting, path] of files) {
    const missing = path == null ? null : unseen(path)
    if (missing !== null) return `${setting}: ${missing}`
  }
  return null
}

async function missingEngine(
  model: ModelConfig,
  registry: Pick<Registry, 'claims' | 'drivers'>,
  machine: () => Inventory,
): Promise<string | null> {
  try {
    await engineFor(model, registry, machine)
    return null
  } catch (thrown) {
    const { details, message } = asTrivetError(thrown)
    return String(details.reason ?? message)
  }
}
