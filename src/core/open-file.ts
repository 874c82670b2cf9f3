import { constants, readFileSync, statSync } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'

/** What lies there is a folder, a FIFO, a device or a socket. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile'
  /** Where the codes of the file system are shown, this stands in their place. */
  readonly code = 'not a file'

  constructor(path: string) {
    super(`${path} is not a file`)
  }
}

/**
 * Opens a file to be read, and nothing else: opening a FIFO waits for whoever writes to it, and each such wait keeps one
 * of the few threads that Node has for files, until none is left; a device may be without an end. Rejects with
 * `NotAFile`, or with what the file system says.
 */
export async function openFile(path: string): Promise<FileHandle> {
  // Looked at before, as opening a device may do something to it, and after, as it may be another one by then.
  if (!(await stat(path)).isFile()) throw new NotAFile(path)
  const file = await open(path, constants.O_RDONLY | WITHOUT_WAITING)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new NotAFile(path)
}

/** A file's text, read at once; null when there is none, or it is something else. For what is small and looked for. */
export function textOf(path: string): string | null {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}

/** Windows doesn't have it, nor FIFOs among its files. */
const WITHOUT_WAITING = constants.O_NONBLOCK ?? 0
