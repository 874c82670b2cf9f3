import { constants, copyFile, link, mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import { parseModelId } from '../ids/id.ts'
import type { FoundModel } from '../sources/found.ts'
import type { Manifest } from './manifest.ts'
import type { Staging } from './publisher.ts'

/**
 * Fills a staged folder with the files of a model. Those of Trivet's own are linked, not copied: nobody writes to them.
 * Those of others are copied, as a clone where the file system can.
 */
export async function copyInto(staging: Staging, model: FoundModel, clock: Clock): Promise<Manifest> {
  const files = filesOf(model)
  for (const { from, name } of files) {
    const to = join(staging.folder, name)
    await mkdir(dirname(to), { recursive: true })
    if (!(model.source === 'trivet' && (await linked(from, to)))) await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
  const entry = model.parts.length > 0 ? files[0] : files.find(({ from }) => from === model.path)
  return {
    version: 1,
    id: staging.id,
    entry: entry?.name ?? '.',
    files: await Promise.all(
      files.map(async ({ from, name, role }) => ({ name, sizeBytes: (await stat(from)).size, sha256: null, role })),
    ),
    source: `a copy of ${model.id}`,
    revision: null,
    precision: parseModelId(staging.id).precision,
    created: new Date(clock.now()).toISOString(),
  }
}

interface CopiedFile {
  readonly from: string
  readonly name: string
  readonly role: NonNullable<Manifest['files'][number]['role']>
}

function filesOf({ path, parts, others, attachments }: FoundModel): CopiedFile[] {
  const { mmproj, draft } = attachments
  const base = commonFolder(others.length > 0 ? others : [path])
  return [
    ...parts.map((from): CopiedFile => ({ from, name: ggufName(from), role: 'weights' })),
    ...(mmproj ? [{ from: mmproj, name: attachmentName('mmproj', mmproj), role: 'mmproj' } as const] : []),
    ...(draft ? [{ from: draft, name: attachmentName('draft', draft), role: 'draft' } as const] : []),
    ...others.map((from): CopiedFile => ({ from, name: relative(base, from).split(sep).join('/'), role: 'other' })),
  ]
}

/** The deepest folder that all of these files are in. */
function commonFolder(paths: readonly string[]): string {
  return paths.map(dirname).reduce((common, folder) => {
    let shared = common
    while (shared !== folder && !folder.startsWith(shared + sep) && shared !== dirname(shared)) shared = dirname(shared)
    return shared
  })
}

/** Ollama's blobs have no extension, and are all named alike. */
function ggufName(path: string): string {
  return /\.gguf$/i.test(path) ? basename(path) : 'model.gguf'
}

function attachmentName(role: string, path: string): string {
  return /\.gguf$/i.test(path) ? basename(path) : `${role}.gguf`
}

async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  )
}
