import { join } from 'node:path'
import { absolutePath, configHome } from './paths.ts'
import type { ConfigSources } from './sources.ts'

/** The file of settings that the user has named, and how. */
export interface NamedFile {
  readonly path: string
  readonly by: '--config' | 'TRIVET_CONFIG'
}

export function namedFile({ flags, env, cwd }: Pick<ConfigSources, 'flags' | 'env' | 'cwd'>): NamedFile | null {
  const flag = flags['--config']
  if (typeof flag === 'string') return { path: absolutePath(flag, cwd, env), by: '--config' }
  return env.TRIVET_CONFIG ? { path: absolutePath(env.TRIVET_CONFIG, cwd, env), by: 'TRIVET_CONFIG' } : null
}

/** A file in the format of LlamaPi's server, which only its contract reads. */
export function isToml({ path }: NamedFile): boolean {
  return path.toLowerCase().endsWith('.toml')
}

/** Where settings are looked for when no file is named, in this order. */
export function usualFiles({ env, cwd }: Pick<ConfigSources, 'env' | 'cwd'>): readonly [string, string] {
  return [join(cwd, 'trivet.yaml'), join(configHome(env), 'trivet.yaml')]
}
