import type { ConfigSources } from './load.ts'
import { absolutePath } from './paths.ts'

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
