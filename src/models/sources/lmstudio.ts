import { relative, sep } from 'node:path'
import { groupBy } from '../../core/group-by.ts'
import { idPart } from '../ids/id.ts'
import { isGguf } from '../made-for.ts'
import type { Source } from './found.ts'
import { modelsOfRepository } from './repository.ts'
import { MODEL_FOLDER_BOUNDS, walk } from './walk.ts'

/** LM Studio's folder of models: `publisher/repo/file.gguf`. */
export function lmStudioSource(root: string): Source {
  return {
    async read() {
      const { files, problems } = await walk(root, isGguf, MODEL_FOLDER_BOUNDS)
      const repositories = groupBy(files, ({ path }) => repositoryOf(relative(root, path)))
      const models = [...repositories].flatMap(([repo, own]) => modelsOfRepository(repo, 'lmstudio', own))
      return { models, problems }
    },
  }
}

/** `publisher/repo`; what lies higher is called by the folders it has, or by its own name. */
function repositoryOf(path: string): string {
  const folders = path.split(sep).slice(0, -1).slice(0, 2)
  const names = folders.length > 0 ? folders : [path.replace(/\.gguf$/i, '')]
  return names.map(idPart).join('/')
}
