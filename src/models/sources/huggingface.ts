import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { idPart } from '../ids/id.ts'
import { isGguf } from '../made-for.ts'
import { type Finding, NOTHING, type Source, together } from './found.ts'
import { modelsOfOneRuntime, tellsOfModel } from './of-one-runtime.ts'
import { readSmall } from './read-small.ts'
import { modelsOfRepository } from './repository.ts'
import { foldersIn, walk } from './walk.ts'

/** Files of a snapshot lie in it or one folder below, where a precision has one of its own. */
const SNAPSHOT_BOUNDS = { depth: 2, entries: 2_000 }

/**
 * The cache of huggingface_hub: `models--org--repo/snapshots/<commit>/` holds links into `blobs/`, and `refs/main` names
 * the commit in use (https://huggingface.co/docs/huggingface_hub/guides/manage-cache).
 */
export function huggingFaceSource(root: string): Source {
  return {
    async read() {
      const folders = (await foldersIn(root)).filter((name) => name.startsWith('models--'))
      return together(await Promise.all(folders.map((name) => readRepository(root, name))))
    },
  }
}

async function readRepository(root: string, folder: string): Promise<Finding> {
  const repo = folder.split('--').slice(1).map(idPart).join('/')
  const snapshot = await currentSnapshot(join(root, folder))
  if (snapshot === null) return NOTHING
  const { files, problems } = await walk(snapshot, tellsOfModel, SNAPSHOT_BOUNDS)
  const ggufs = files.filter(({ path }) => isGguf(path))
  const others = await modelsOfOneRuntime(files, 'huggingface', {
    file: (stem) => `${repo}:${stem}`,
    folder: (path) => (path === snapshot ? repo : `${repo}:${idPart(basename(path))}`),
  })
  return { models: [...modelsOfRepository(repo, 'huggingface', ggufs), ...others], problems }
}

/** The folder of the revision in use: the one that `refs/main` names, else the newest; `null` without any. */
export async function currentSnapshot(repository: string): Promise<string | null> {
  const snapshots = join(repository, 'snapshots')
  const commits = await foldersIn(snapshots)
  const main = await readSmall(join(repository, 'refs', 'main')).catch(() => '')
  if (commits.includes(main.trim())) return join(snapshots, main.trim())
  const ages = await Promise.all(commits.map(async (commit) => (await stat(join(snapshots, commit))).mtimeMs))
  const newest = commits[ages.indexOf(Math.max(...ages))]
  return newest === undefined ? null : join(snapshots, newest)
}
