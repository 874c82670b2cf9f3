import { open, rename } from 'node:fs/promises'
import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { readSmallJson } from '../sources/read-small.ts'

/** What users call models, and which are to stay loaded. */
export interface Names {
  /** Ids by alias. */
  readonly aliases: Readonly<Record<string, string>>
  /** Ids. */
  readonly pinned: readonly string[]
}

export const NO_NAMES: Names = { aliases: {}, pinned: [] }

const namesSchema = z.object({
  version: z.literal(1),
  aliases: z.record(z.string(), z.string()),
  pinned: z.array(z.string()),
})

/** None when there is no file. Rejects with `store_unwritable` when it can't be understood, so that nothing is lost. */
export async function readNames(path: string): Promise<Names> {
  try {
    return namesSchema.parse(await readSmallJson(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_NAMES
    const reason = 'its file of aliases, `.names.json`, can not be understood. Mend it or take it away.'
    throw new TrivetError('store_unwritable', { reason }, null, { cause: error })
  }
}

export function writeNames(path: string, { aliases, pinned }: Names): Promise<void> {
  return writeWhole(path, JSON.stringify({ version: 1, aliases, pinned }, null, 2))
}

/** The file as it was or as it is to be, never half of it, even when the machine goes down. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const partial = `${path}.${newId('new')}`
  const file = await open(partial, 'wx')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
}

export function withAlias({ aliases, pinned }: Names, alias: string, id: string): Names {
  return { aliases: { ...aliases, [alias]: id }, pinned }
}

export function withoutAlias({ aliases, pinned }: Names, alias: string): Names {
  return { aliases: Object.fromEntries(Object.entries(aliases).filter(([name]) => name !== alias)), pinned }
}

export function withPin({ aliases, pinned }: Names, id: string, wish: boolean): Names {
  const others = pinned.filter((each) => each !== id)
  return { aliases, pinned: wish ? [...others, id] : others }
}

/** Without anything that names a model that is gone. */
export function withoutModel({ aliases, pinned }: Names, id: string): Names {
  const kept = Object.entries(aliases).filter(([, model]) => model !== id)
  return { aliases: Object.fromEntries(kept), pinned: pinned.filter((each) => each !== id) }
}
