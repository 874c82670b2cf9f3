import type { Flags } from '../../src/config/layers.ts'
import { loadConfig } from '../../src/config/load.ts'
import { TrivetError } from '../../src/core/errors.ts'

/** Where settings come from: the home is `/home/u`, and the folder that is worked in is `/work`. */
export interface SettingsWorld {
  readonly flags?: Flags
  readonly env?: Readonly<Record<string, string>>
  /** Texts by absolute path. */
  readonly files?: Readonly<Record<string, string>>
}

export function loadSettings({ flags = {}, env = {}, files = {} }: SettingsWorld) {
  return loadConfig({ flags, env: { HOME: '/home/u', ...env }, cwd: '/work', readFile: (path) => files[path] ?? null })
}

/** Why settings are refused. Throws unless they are. */
export function refusalOf(load: () => unknown): string {
  try {
    load()
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'invalid_config') return error.message
    throw error
  }
  throw new Error('these settings were accepted')
}
