import { readFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Flags } from '../config/layers.ts'
import { loadConfig } from '../config/load.ts'
import { type ReadSettings, readSettings } from '../config/read-settings.ts'
import type { ConfigSources } from '../config/sources.ts'
import { TrivetError } from '../core/errors.ts'

/** The settings of this process: these flags, its environment, its files. Throws `invalid_config`. */
export function settingsFor(flags: Flags): Config {
  return loadConfig(sourcesWith(flags))
}

/** The same as they were written, and by whom. Throws `invalid_config`. */
export function writtenSettings(flags: Flags): ReadSettings {
  return readSettings(sourcesWith(flags))
}

function sourcesWith(flags: Flags): ConfigSources {
  return { flags, env: process.env, cwd: process.cwd(), readFile }
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    const { message } = error as Error
    const reason = code === 'EISDIR' ? `${path} is a folder, not a file of settings.` : `${path}: ${message}.`
    throw new TrivetError('invalid_config', { reason }, null, { cause: error })
  }
}
