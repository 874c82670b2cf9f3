import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import { readSmallJson } from '../sources/read-small.ts'
import { folderName, idOfFolder, MANIFEST, type StoreLayout } from './layout.ts'
import { type Manifest, manifestSchema } from './manifest.ts'

/** What a model was made of. Made of the same again, it may take the place of what it was. */
export type Origin = Pick<Manifest, 'source' | 'entry'>

/**
 * The id of the model whose place in the store one of this id and origin takes; `null` when the place is free. Throws
 * `model_exists` when what is there is of another origin, or of one that can't be told.
 */
export async function placeTaken(layout: StoreLayout, id: string, origin: Origin | null): Promise<string | null> {
  const existing = await existingId(layout, id)
  if (existing === null || (existing === id && (await isOf(layout, id, origin)))) return existing
  throw new TrivetError('model_exists', { model: existing })
}

async function isOf(layout: StoreLayout, id: string, origin: Origin | null): Promise<boolean> {
  const written = await readSmallJson(join(layout.model(id), MANIFEST)).catch(() => null)
  const manifest = manifestSchema.safeParse(written).data
  return manifest !== undefined && manifest.source === origin?.source && manifest.entry === origin.entry
}

/** The id of the model whose folder a file system may take for this one's: upper and lower case are one on some. */
async function existingId({ root }: StoreLayout, id: string): Promise<string | null> {
  const wanted = folderName(id).toLowerCase()
  const names = (await readdir(root).catch(() => [])).filter((name) => name.toLowerCase() === wanted)
  const [name] = names.includes(folderName(id)) ? [folderName(id)] : names
  return name === undefined ? null : idOfFolder(name)
}
