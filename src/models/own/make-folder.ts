import { mkdir } from 'node:fs/promises'

/**
 * Makes a folder, and those above it where they are missing. Node's own way of doing both says ENOENT of a disk that is
 * read-only, so that it is asked for only when it is needed.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw error
    await mkdir(path, { recursive: true })
  }
}
