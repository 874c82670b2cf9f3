import type { Config, ModelConfig } from '../config/config.ts'
import { TrivetError } from '../core/errors.ts'
import { look, unseen } from '../core/look.ts'
import type { HostFacts } from '../engine/driver.ts'
import type { Registry } from '../engine/registry.ts'
import { inventoryOf } from '../hardware/inventory.ts'
import { tooManyIn } from '../models/gguf-folder.ts'
import { engineFor } from './engine-for.ts'

/**
 * Throws `invalid_config` with everything that the settings ask for and that can't be had here: models that aren't
 * there, placements that no plan can meet, libraries that aren't where they should be. Better now than at the first
 * request. A model that is there but can't be read is another matter: it may be repaired while the server runs. So is
 * any model to LlamaPi, whose server starts whatever became of those it is to load.
 */
export async function refuseImpossible(config: Config, registry: Registry, host: HostFacts): Promise<void> {
  const models = config.contract === 'llamapi' ? [] : config.models
  const unplanned = await Promise.all(models.map((model) => problemOf(model, registry, host)))
  const problems = [
    ...registry.problems(),
    ...missingFolders(config),
    ...unplanned.filter((problem) => problem !== null),
  ]
  if (problems.length > 0) throw new TrivetError('invalid_config', { reason: problems.join('\n') })
}

function missingFolders({ modelFolders }: Config): string[] {
  return modelFolders.flatMap((folder) =>
    look(folder)?.isDirectory() ? [] : [`model_folders: ${unseen(folder, 'folder') ?? `${folder} is no folder.`}`],
  )
}

async function problemOf(model: ModelConfig, registry: Registry, host: HostFacts) {
  const { id, path, placement } = model
  const reason = unseen(path)
  if (reason !== null) return `the model \`${id}\`: ${reason}`
  // Why there is no engine for it is told to whoever asks for it.
  const recognised = await engineFor(model, registry, inventoryOf).catch(() => null)
  if (recognised === null) {
    const several = tooManyIn(path)
    return several && `the model \`${id}\`: ${several}`
  }
  try {
    recognised.driver.plan(id, recognised.facts, placement, host)
    return null
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error
    return `the model \`${id}\`: ${error.details.reason ?? error.message}`
  }
}
