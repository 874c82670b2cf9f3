import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface WalkedFile {
  readonly path: string
  /** 0 for a link to nothing: it is told, so that a broken model can be listed as broken. */
  readonly sizeBytes: number
}

export interface Walked {
  readonly files: readonly WalkedFile[]
  readonly problems: readonly string[]
}

export interface WalkBounds {
  /** Folders below the root; 0: only what lies in it. */
  readonly depth: number
  /** Names looked at, at most. */
  readonly entries: number
  /** A folder that has a file of this name isn't entered. */
  readonly except?: string
}

export const MODEL_FOLDER_BOUNDS: WalkBounds = { depth: 5, entries: 20_000 }

/**
 * The files below a folder whose names are wanted, in order of their paths. Links are followed, each folder once;
 * hidden folders aren't entered. A root that isn't there has no files.
 */
export async function walk(root: string, wanted: (name: string) => boolean, bounds: WalkBounds): Promise<Walked> {
  const files: WalkedFile[] = []
  const problems: string[] = []
  const seen = new Set<string>()
  let looked = 0

  async function enter(folder: string, depth: number): Promise<void> {
    const real = await realpath(folder).catch(() => null)
    if (real === null || seen.has(real)) return
    seen.add(real)
    const entries = await entriesOf(folder, problems)
    if (entries.some(({ name }) => name === bounds.except)) return
    for (const entry of entries) {
      if (++looked > bounds.entries) return
      const path = join(folder, entry.name)
      const status = await stat(path).catch(() => null)
      if (status?.isDirectory()) {
        if (depth < bounds.depth && !entry.name.startsWith('.')) await enter(path, depth + 1)
      } else if (wanted(entry.name) && (status === null || status.isFile())) {
        files.push({ path, sizeBytes: status?.size ?? 0 })
      }
    }
  }

  await enter(root, 0)
  if (looked > bounds.entries)
    problems.push(`${root} holds more than ${bounds.entries} files; the rest was not looked at.`)
  return { files, problems }
}

/** The names of the folders in a folder, sorted; none when it isn't there. */
export async function foldersIn(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder, [])
  const folders: string[] = []
  for (const { name } of entries.slice(0, MODEL_FOLDER_BOUNDS.entries)) {
    const status = await stat(join(folder, name)).catch(() => null)
    if (status?.isDirectory() && !name.startsWith('.')) folders.push(name)
  }
  return folders
}

async function entriesOf(folder: string, problems: string[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.push(`${folder} can't be read: ${message}.`)
    return []
  }
}
