import { basename, join } from 'node:path'
import { look, namesIn } from '../core/look.ts'
import { isGguf, isModelFile, isOfOneRuntime } from './made-for.ts'
import { modelTomlIn } from './model-toml.ts'
import { type GgufModelFiles, groupGguf } from './sources/group.ts'

/**
 * The models in GGUF that lie in a folder itself, by name. None where its `model.toml` names another platform, or,
 * where that names none, where files of another runtime lie beside them: some have their vocabulary in GGUF. None, too,
 * of what is no folder or may not be read.
 */
export function ggufModelsIn(folder: string): readonly GgufModelFiles[] {
  const names = namesIn(folder)
  const ggufs = names.filter(isGguf)
  if (ggufs.length === 0) return []
  const told = modelTomlIn(folder)?.platform ?? null
  if (told === null ? names.some((name) => isOfOneRuntime(name) && !isModelFile(name)) : told !== 'llama_cpp') return []
  return groupGguf(
    ggufs.flatMap((name) => {
      const path = join(folder, name)
      const stats = look(path)
      return stats?.isFile() ? [{ path, sizeBytes: stats.size }] : []
    }),
  )
}

/** The model that a folder stands for: the only one in GGUF in it. `null`: it has none, or several. */
export function ggufModelIn(folder: string): GgufModelFiles | null {
  const [model, ...others] = ggufModelsIn(folder)
  return model === undefined || others.length > 0 ? null : model
}

/** The file (the first of its parts) that a path means, be it a folder with one model in GGUF; else the path itself. */
export function modelFile(path: string): string {
  return ggufModelIn(path)?.path ?? path
}

/** Why a folder stands for no model though models in GGUF lie in it, in words; `null`: it isn't so. */
export function tooManyIn(folder: string): string | null {
  const models = ggufModelsIn(folder)
  if (models.length < 2) return null
  const named = models.map(({ path }) => basename(path))
  return `${folder} holds ${models.length} models (${listed(named)}); name the file of one.`
}

/** Names in a sentence of an error, at most. */
const MOST_NAMES = 20

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
