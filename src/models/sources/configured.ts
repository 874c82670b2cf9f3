import { dirname } from 'node:path'
import { ggufModelIn } from '../gguf-folder.ts'
import { readGgufName } from '../ids/file-names.ts'
import { isGguf } from '../made-for.ts'
import type { FoundModel, Source } from './found.ts'
import { groupGguf } from './group.ts'
import { foundGguf } from './repository.ts'
import { walk } from './walk.ts'

/** A model that the settings name. */
export interface ConfiguredModel {
  readonly id: string
  readonly path: string
}

/** The models of the settings, in their order. What lies beside a file and belongs to it is found by its name. */
export function configuredSource(models: readonly ConfiguredModel[]): Source {
  return {
    async read() {
      return { models: await Promise.all(models.map(readModel)), problems: [] }
    },
  }
}

async function readModel({ id, path }: ConfiguredModel): Promise<FoundModel> {
  const alone: FoundModel = { id, source: 'config', path, parts: [], others: [path], attachments: {}, invalid: null }
  const only = ggufModelIn(path)
  if (only) return { ...foundGguf(only, 'config', id), path }
  if (readGgufName(path) === null) return alone
  const { files } = await walk(dirname(path), isGguf, { depth: 0, entries: 2_000 })
  const group = groupGguf(files).find(({ parts }) => parts.includes(path))
  // Whatever the settings name is the model, be it called a draft or a projector.
  if (!group) return { ...alone, parts: [path], others: [] }
  return { ...foundGguf(group, 'config', id), path }
}
