import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fitting } from './architecture.ts'
import { Misplaced } from './misplaced.ts'
import { refuseOtherName } from './other-name.ts'

/** Where makers' packages and guides put their libraries. */
const FOLDERS = [
  '/usr/lib',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib/x86_64-linux-gnu',
  '/usr/local/lib',
  '/lib',
  '/vendor/lib64',
]

/** A maker's library, and what to say where it is missing. */
export interface WantedLibrary {
  readonly name: string
  /** Such as `Install Rockchip's RKLLM runtime`. */
  readonly install: string
  /** The setting that points at it. */
  readonly setting: string
}

/**
 * The library: the user's own (`configured`: the file, or a folder with it), else the first that is installed. Throws an
 * Error whose message says where it looked; `Misplaced` where that was the user's own place.
 */
export function findLibrary(
  { name, install, setting }: WantedLibrary,
  configured: string | null,
  exists: (path: string) => boolean = existsSync,
): string {
  const whole = configured !== null && extname(configured) === extname(name)
  if (configured !== null && !whole) refuseOtherName(name, configured, setting)
  const candidates =
    configured === null ? FOLDERS.map((folder) => join(folder, name)) : [whole ? configured : join(configured, name)]
  const found = fitting(candidates.filter(exists))
  if (found !== null) return found
  const words = `${name} is not here (looked for ${candidates.join(', ')}). ${install}, or point ${setting} at it.`
  throw configured === null ? new Error(words) : new Misplaced(words)
}
