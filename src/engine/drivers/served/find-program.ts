import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fitting } from '../../native/architecture.ts'
import { Misplaced } from '../../native/misplaced.ts'
import { refuseOtherName } from '../../native/other-name.ts'

/** Where makers' packages and guides put their programs. */
const FOLDERS = ['/usr/bin', '/usr/local/bin']

/** A maker's program, and what to say where it is missing. */
export interface WantedProgram {
  readonly name: string
  /** Further folders that its own guide puts it in. */
  readonly folders?: readonly string[]
  /** Such as `Install the packages of Rockchip's rknn3-toolkit`. */
  readonly install: string
  /** The setting that points at it. */
  readonly setting: string
}

/**
 * The program: the user's own (`configured`: the file, or a folder with it), else the first that is installed. Throws an
 * Error whose message says where it looked; `Misplaced` where that was the user's own place.
 */
export function findProgram(
  { name, folders = [], install, setting }: WantedProgram,
  configured: string | null,
): string {
  const whole = configured !== null && isProgram(configured, name)
  if (configured !== null && !whole) refuseOtherName(name, configured, setting)
  const candidates =
    configured === null
      ? [...FOLDERS, ...folders].map((folder) => join(folder, name))
      : [whole ? configured : join(configured, name)]
  const found = fitting(candidates.filter((path) => existsSync(path)))
  if (found !== null) return found
  const words = `${name} is not here (looked for ${candidates.join(', ')}). ${install}, or point ${setting} at it.`
  throw configured === null ? new Error(words) : new Misplaced(words)
}

/** Builds are told apart by what follows the name: `rkllm3-server-1.0`, `ovms.exe`. */
function isProgram(path: string, name: string): boolean {
  const called = basename(path)
  return called === name || called.startsWith(`${name}-`) || (called.startsWith(name) && extname(called) !== '')
}
