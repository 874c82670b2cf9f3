import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { checkModelId } from '../ids/id.ts'
import type { Exclusive } from './exclusive.ts'
import { MANIFEST, type StoreLayout } from './layout.ts'
import { type Manifest, manifestSchema, nameComplaint } from './manifest.ts'
import { writeWhole } from './names.ts'
import { type Origin, placeTaken } from './place.ts'
import type { Staging } from './publisher.ts'
import { writing } from './unwritable.ts'

export interface PublishOptions {
  readonly layout: StoreLayout
  readonly exclusive: Exclusive
  inUse(id: string): Promise<boolean>
  /** A model of the same id is replaced when it is of this origin; `null`: never. */
  readonly replaces: Origin | null
}

/** See `Publisher.publish`. */
export async function publishModel(staging: Staging, manifest: Manifest, options: PublishOptions): Promise<void> {
  await writing(() => complete(staging, manifest))
  try {
    await options.exclusive(() => putInPlace(staging, options))
  } catch (error) {
    // Only a crash leaves it: then the store is mended by it.
    await rm(join(staging.folder, MANIFEST), { force: true }).catch(() => undefined)
    throw error
  }
  await staging.leave()
}

async function putInPlace({ id, folder }: Staging, { layout, inUse, replaces }: PublishOptions): Promise<void> {
  const target = layout.model(id)
  const existing = await placeTaken(layout, id, replaces)
  if (existing === null) return rename(folder, target)
  if (await inUse(existing)) throw new TrivetError('model_in_use', { model: existing })
  const old = await toTrash(layout, target)
  try {
    await rename(folder, target)
  } catch (error) {
    await rename(old, target)
    throw error
  }
  await rm(old, { recursive: true, force: true })
}

/** Away in one step. Returns where it is, to be deleted at leisure. */
export async function toTrash({ trash }: StoreLayout, folder: string): Promise<string> {
  const away = join(trash, newId('old'))
  await mkdir(trash, { recursive: true })
  await rename(folder, away)
  return away
}

/** The staged folder, with exactly what the manifest says, and the manifest. */
async function complete({ id, folder }: Staging, given: Manifest): Promise<void> {
  const manifest = manifestSchema.parse(given)
  const complaint = manifest.id === id ? nameComplaint(manifest) : `its id is \`${manifest.id}\``
  if (complaint !== null) throw new Error(`The manifest of \`${id}\` can't be published: ${complaint}.`)
  checkModelId(id, 'model')
  for (const { name, sizeBytes } of manifest.files) {
    const status = await lstat(join(folder, name)).catch(() => null)
    if (!status?.isFile() || status.size !== sizeBytes) {
      const has = status?.isFile() ? `has ${status.size} bytes instead of ${sizeBytes}` : 'is missing'
      throw new Error(`\`${id}\` can't be published: its file ${name} ${has}.`)
    }
  }
  await dropOthers(folder, '', new Set(manifest.files.map(({ name }) => name)))
  await writeWhole(join(folder, MANIFEST), JSON.stringify(manifest, null, 2))
}

/** Notes of a download and files that turned out not to be needed. */
async function dropOthers(folder: string, below: string, kept: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    const leadsToKept = entry.isDirectory() && [...kept].some((file) => file.startsWith(`${name}/`))
    if (leadsToKept) await dropOthers(folder, name, kept)
    else if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
