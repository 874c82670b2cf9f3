import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * The real path of a file that is really inside a folder, whatever its name or a link in the folder says; `null` for
 * anything else.
 * @param name relative to the folder, or absolute
 */
export function fileInside(folder: string, name: string): string | null {
  try {
    const root = realpathSync(folder)
    const file = realpathSync(path.resolve(root, name))
    return file.startsWith(root + path.sep) && statSync(file).isFile() ? file : null
  } catch {
    return null
  }
}
