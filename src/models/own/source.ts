import { join } from 'node:path'
import { z } from 'zod'
import { idComplaint } from '../ids/id.ts'
import { type Finding, type FoundModel, NOTHING, type Source, together } from '../sources/found.ts'
import { readSmallJson } from '../sources/read-small.ts'
import { foldersIn } from '../sources/walk.ts'
import { folderName, idOfFolder, MANIFEST } from './layout.ts'
import { type Manifest, manifestSchema, nameComplaint } from './manifest.ts'

/** Trivet's own models: the folders with a manifest. What is in the making has another place, so nothing here is half. */
export function ownSource(root: string): Source {
  return {
    async read() {
      return together(await Promise.all((await foldersIn(root)).map((name) => readModel(root, name))))
    },
  }
}

async function readModel(root: string, name: string): Promise<Finding> {
  const folder = join(root, name)
  try {
    const manifest = manifestSchema.parse(await readSmallJson(join(folder, MANIFEST)))
    const complaint = complaintOf(manifest, name)
    return found(complaint === null ? modelOf(folder, manifest) : broken(name, folder, complaint))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING
    const [issue] = error instanceof z.ZodError ? error.issues : []
    return found(broken(name, folder, issue ? `${issue.path.join('.')}: ${issue.message}` : (error as Error).message))
  }
}

/** A manifest is only believed about the folder that it lies in. */
function complaintOf(manifest: Manifest, name: string): string | null {
  const complaint = idComplaint(manifest.id)
  if (complaint !== null) return `its id ${complaint}`
  if (folderName(manifest.id) !== name) return 'it is of another model'
  return nameComplaint(manifest)
}

function modelOf(folder: string, { id, entry, files }: Manifest): FoundModel {
  const path = (name: string) => join(folder, name)
  const named = (role: string) => files.filter((file) => (file.role ?? 'weights') === role).map(({ name }) => name)
  const [mmproj] = named('mmproj')
  const [draft] = named('draft')
  const isGguf = /\.gguf$/i.test(entry)
  const parts = isGguf ? [entry, ...named('weights').filter((name) => name !== entry && /\.gguf$/i.test(name))] : []
  const attached = [mmproj, draft]
  return {
    id,
    source: 'trivet',
    path: path(entry),
    parts: parts.map(path),
    others: files.flatMap(({ name }) => (parts.includes(name) || attached.includes(name) ? [] : [path(name)])),
    attachments: { ...(mmproj && { mmproj: path(mmproj) }), ...(draft && { draft: path(draft) }) },
    invalid: null,
  }
}

function broken(name: string, folder: string, reason: string): FoundModel {
  const invalid = `Its manifest can't be used: ${reason}.`
  return { id: idOfFolder(name), source: 'trivet', path: folder, parts: [], others: [], attachments: {}, invalid }
}

function found(model: FoundModel): Finding {
  return { models: [model], problems: [] }
}
