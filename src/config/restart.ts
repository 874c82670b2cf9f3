import { isDeepStrictEqual } from 'node:util'
import { SETTING_KEYS } from './keys.ts'
import type { ReadSettings } from './read-settings.ts'
import { valueAt } from './tree.ts'

/** What a running server takes over when its settings are read again; of groups, all that is in them. */
const LIVE = ['auth', 'key_file', 'allowed_hosts', 'cors_origins', 'trusted_proxies', 'tls', 'rate_limit', 'log_level']

/** Names of the settings that have changed and wait for the next start. */
export function awaitingRestart(before: ReadSettings['settings'], now: ReadSettings['settings']): string[] {
  const changed = SETTING_KEYS.filter(({ path }) => !isDeepStrictEqual(valueAt(before, path), valueAt(now, path)))
  return changed.filter(({ path }) => !LIVE.includes(path[0] ?? '')).map(({ path }) => path.join('.'))
}
