import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'librkllmrt.so'

/** Where Rockchip's packages and guides put it. */
const FOLDERS = ['/usr/lib', '/usr/lib/aarch64-linux-gnu', '/usr/local/lib', '/lib', '/vendor/lib64']

/**
 * The runtime's library: the user's own (`configured`: the file, or a folder with it), else the first that is installed.
 * Throws an Error whose message says where it looked.
 */
export function findRkllm(configured: string | null, exists: (path: string) => boolean = existsSync): string {
  const candidates =
    configured === null
      ? FOLDERS.map((folder) => join(folder, NAME))
      : [configured.endsWith('.so') ? configured : join(configured, NAME)]
  const found = candidates.find(exists)
  if (found !== undefined) return found
  throw new Error(
    `${NAME} is not here (looked for ${candidates.join(', ')}). Install Rockchip's RKLLM runtime, or point rkllm.library_path at it.`,
  )
}
