import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { groupBy } from '../../core/group-by.ts'
import { idPart } from '../ids/id.ts'
import { isGguf } from '../made-for.ts'
import type { Source } from './found.ts'
import { type GgufModelFiles, groupGguf } from './group.ts'
import { modelsOfOneRuntime, tellsOfModel } from './of-one-runtime.ts'
import { foundGguf } from './repository.ts'
import { MODEL_FOLDER_BOUNDS, walk } from './walk.ts'

/** A folder that the user names: that it isn't there is no matter of course. */
export function namedFolderSource(root: string): Source {
  const source = folderSource(root)
  return {
    async read() {
      const found = await stat(root).catch(() => null)
      return found?.isDirectory() ? source.read() : { models: [], problems: [`There is no folder ${root}.`] }
    },
  }
}

/**
 * Any folder of models, at any depth: GGUF files, each called by its file's name, or by its folder's too where two are
 * alike; and folders of other runtimes' files, called by theirs.
 * @param except folders with a file of this name are somebody else's
 */
export function folderSource(root: string, except?: string): Source {
  const bounds = { ...MODEL_FOLDER_BOUNDS, ...(except !== undefined && { except }) }
  return {
    async read() {
      const { files, problems } = await walk(root, tellsOfModel, bounds)
      const ggufs = files.filter(({ path }) => isGguf(path))
      const byFolder = groupBy(ggufs, ({ path }) => dirname(path))
      const groups = Array.from(byFolder.values(), groupGguf).flat()
      const found = groups.map((group) => foundGguf(group, 'folder', idAmong(group, groups)))
      const others = await modelsOfOneRuntime(files, 'folder', {
        file: (stem) => stem,
        folder: (path) => idPart(basename(path)),
      })
      return { models: [...found, ...others], problems }
    },
  }
}

function idAmong(group: GgufModelFiles, groups: readonly GgufModelFiles[]): string {
  const alone = groups.every((other) => other === group || other.stem !== group.stem)
  const name = idPart(group.stem)
  return alone ? name : `${idPart(basename(dirname(group.path)))}/${name}`
}
