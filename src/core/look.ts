import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs'

/** What is there; `null`: nothing, or nothing that this user may see. */
export function look(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** Why nothing is seen where a file or folder should be, in words after a colon; `null`: something is. */
export function unseen(path: string, kind: 'file' | 'folder' = 'file'): string | null {
  try {
    statSync(path)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return `there is no ${kind} ${path}.`
    if (code === 'EACCES') return `the user that Trivet runs as may not look at ${path}.`
    return `${JSON.stringify(path)} can't be looked at (${code}).`
  }
}

export function isFile(path: string): boolean {
  return look(path)?.isFile() ?? false
}

/** The first bytes of a file, and zeros where it has fewer; `null`: it can't be read. */
export function beginningOf(path: string, bytes: number): Buffer | null {
  const beginning = Buffer.alloc(bytes)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, beginning, 0, bytes, 0)
      return beginning
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/** The names in a folder, sorted; none of one that isn't there, is none, or may not be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Bytes of these files together; one that isn't there has none. */
export function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (look(file)?.size ?? 0), 0)
}
