import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TrivetError } from '../../../core/errors.ts'
import { readGgufName, whisperStem } from '../../ids/file-names.ts'
import { idPart } from '../../ids/id.ts'
import { baseOf, chooseModel, type Offered } from '../choose.ts'
import { PUBLIC } from '../download/remote-file.ts'
import { localName, type PlannedFile, type PullPlan } from '../plan.ts'
import type { DiskReference } from '../reference.ts'

/** Deeper lie no models, but perhaps a whole disk. */
const MAX_DEPTH = 4
const MAX_FILES = 10_000

interface DiskFile extends Offered {
  readonly absolute: string
}

/** A GGUF file of this machine, or one of whisper.cpp, or the model of a folder: to be copied. */
export async function planDisk({ path, precisions }: DiskReference): Promise<PullPlan> {
  const absolute = resolve(path)
  const found = await stat(absolute).catch(() => null)
  if (found === null) throw new TrivetError('source_not_found', { url: absolute })
  const folder = found.isDirectory() ? absolute : resolve(absolute, '..')
  const files = await filesIn(folder, '', found.isDirectory() ? MAX_DEPTH : 1)
  const file = found.isDirectory() ? null : basename(absolute)
  const choice = chooseModel(files, { precisions, file }, absolute)
  const name = found.isDirectory()
    ? basename(absolute)
    : (whisperStem(choice.entry.path) ?? readGgufName(choice.entry.path)?.stem ?? '')
  // A folder of many models, with a single file wanted: its projectors are another one's.
  const mmproj = found.isDirectory() ? choice.mmproj : null
  const planned = (role: PlannedFile['role']) => (each: DiskFile) => ({
    name: localName(each.path, absolute),
    url: pathToFileURL(each.absolute).href,
    sizeBytes: each.sizeBytes,
    sha256: null,
    access: PUBLIC,
    role,
  })
  return {
    id: idPart(name),
    source: absolute,
    revision: null,
    precision: choice.precision,
    entry: baseOf(choice.entry.path),
    files: [...choice.weights.map(planned('weights')), ...(mmproj === null ? [] : [planned('mmproj')(mmproj)])],
  }
}

async function filesIn(folder: string, prefix: string, depth: number): Promise<DiskFile[]> {
  const files: DiskFile[] = []
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    if (files.length > MAX_FILES) break
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    const absolute = join(folder, path.replaceAll('/', sep))
    if (entry.isDirectory()) {
      if (depth > 1 && !entry.name.startsWith('.')) files.push(...(await filesIn(folder, path, depth - 1)))
      continue
    }
    // A link counts as what it leads to: so does Hugging Face's cache keep its files.
    const found = await stat(absolute).catch(() => null)
    if (found?.isFile()) files.push({ path, absolute, sizeBytes: found.size })
  }
  return files
}
