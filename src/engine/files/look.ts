import { readdirSync, type Stats, statSync } from 'node:fs'

/** What is there; `null`: nothing, or nothing that this user may see. */
export function look(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

export function isFile(path: string): boolean {
  return look(path)?.isFile() ?? false
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
