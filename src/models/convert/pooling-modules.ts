import { join } from 'node:path'
import { embeddingSteps, poolingMode } from '../../core/sentence-transformers.ts'
import type { SourceModel } from './architectures/architecture.ts'
import { objects, readBounded, readJson } from './read-json.ts'
import { ConversionRefusal } from './refusal.ts'

/** Steps of sentence-transformers that llama.cpp does, or whose effect is the caller's choice. */
const KNOWN = ['Transformer', 'Pooling', 'Normalize']

/**
 * How sentence-transformers pools, by `modules.json` and the pooling step's own configuration; null where there is no
 * such file. Throws `ConversionRefusal` for a step that llama.cpp doesn't do.
 */
export async function poolingOf(folder: string): Promise<SourceModel['pooling']> {
  const modules = await readModules(folder)
  if (modules === null) return null
  const steps = embeddingSteps(modules)
  const unknown = steps.find(({ kind }) => !KNOWN.includes(kind))
  if (unknown)
    throw new ConversionRefusal(`its embeddings go through a ${unknown.kind} step, which llama.cpp doesn't do.`)
  const pooling = steps.find(({ kind }) => kind === 'Pooling')
  if (pooling === undefined) return null
  if (!/^[\w.-]+$/.test(pooling.path)) throw new ConversionRefusal(`modules.json names the folder ${pooling.path}.`)
  const config = (await readJson(join(folder, pooling.path, 'config.json'))) ?? {}
  const mode = poolingMode(config)
  if (mode !== null) return mode
  throw new ConversionRefusal('its embeddings are pooled in another way than by mean, first or last token.')
}

async function readModules(folder: string) {
  const bytes = await readBounded(join(folder, 'modules.json'))
  if (bytes === null) return null
  try {
    return objects(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new ConversionRefusal('modules.json is not JSON.')
  }
}
