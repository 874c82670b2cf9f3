import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { newId } from '../../core/ids.ts'
import { readSmallJson } from '../sources/read-small.ts'
import { type Holder, holderSchema, type Processes } from './holder.ts'
import type { StoreLayout } from './layout.ts'
import { writeWhole } from './names.ts'

const usesSchema = z.object({ holder: holderSchema, folders: z.array(z.string()) })

/**
 * Tells other processes which of the store's models this one has loaded: by a file of its own in the store, which is
 * gone when there are none. The returned function is given the paths of all models that are loaded, wherever they lie.
 * It never rejects: where the store can't be written, nobody can take a model away either.
 */
export function shareUses({ root, uses }: StoreLayout, self: Holder): (paths: readonly string[]) => Promise<void> {
  const file = join(uses, `${newId('use')}.json`)
  let told = '[]'
  let telling = Promise.resolve()
  return (paths) => {
    const folders = [...new Set(paths.flatMap((path) => folderIn(root, path)))].sort()
    const wish = JSON.stringify(folders)
    if (wish !== told) {
      told = wish
      telling = telling.then(() => write(folders)).catch(() => undefined)
    }
    return telling
  }

  async function write(folders: readonly string[]): Promise<void> {
    if (folders.length === 0) return rm(file, { force: true })
    await mkdir(uses, { recursive: true })
    await writeWhole(file, JSON.stringify({ holder: self, folders }))
  }
}

/**
 * Whether another process of this machine has the model in this folder of the store loaded. Of those on other machines
 * and in other containers it can't be told whether they still run, so they don't count.
 */
export async function usedElsewhere({ uses }: StoreLayout, folder: string, processes: Processes): Promise<boolean> {
  for (const name of await readdir(uses).catch(() => [])) {
    if (!name.endsWith('.json')) continue
    const file = join(uses, name)
    const use = usesSchema.safeParse(await readSmallJson(file).catch(() => null)).data
    if (!use || isSame(use.holder, processes.self)) continue
    const life = processes.life(use.holder)
    if (life === 'dead') await rm(file, { force: true }).catch(() => undefined)
    if (life === 'alive' && use.folders.includes(folder)) return true
  }
  return false
}

/** The folder's name; none for a path that isn't in the store. */
function folderIn(root: string, path: string): string[] {
  const [folder = ''] = relative(root, path).split(sep)
  return folder === '' || folder === '..' ? [] : [folder]
}

function isSame(a: Holder, b: Holder): boolean {
  return a.pid === b.pid && a.host === b.host && a.started === b.started
}
