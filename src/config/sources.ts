import type { Flags } from './layers.ts'
import type { Env } from './paths.ts'

/** The world as loading sees it. */
export interface ConfigSources {
  readonly flags: Flags
  readonly env: Env
  readonly cwd: string
  /** A file's text; `null` when there is no such file. */
  readFile(path: string): string | null
}
