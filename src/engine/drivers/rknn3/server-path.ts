import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

const NAME = 'rkllm3-server'

/** Where Rockchip's packages put it. */
const FOLDERS = ['/usr/bin', '/usr/local/bin']

/** Rockchip's server. Throws an Error whose message says where it looked. */
export function findServer(configured: string | null): string {
  const candidates =
    configured === null
      ? FOLDERS.map((folder) => join(folder, NAME))
      : [basename(configured).startsWith(NAME) ? configured : join(configured, NAME)]
  const found = candidates.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    `${NAME} is not here (looked for ${candidates.join(', ')}). Install the packages of Rockchip's rknn3-toolkit, or point rknn3.server_path at it.`,
  )
}
