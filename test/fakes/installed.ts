import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']

/** Path of the first program of these names that is installed here; `null`: none is. */
export function installed(...names: readonly string[]): string | null {
  return FOLDERS.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
