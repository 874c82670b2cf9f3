import type { Config } from '../config/config.ts'
import { TrivetError } from '../core/errors.ts'
import { isLoopback } from '../core/loopback.ts'
import type { Keyring } from '../store/keyring.ts'

/**
 * Throws `invalid_config` where the server would be open to more than was said: to other machines without a key, or to
 * anyone because nobody can read which keys there are.
 * @param lost why the file of keys can't be read; `null`: it can
 */
export function refuseExposure(
  { host, auth }: Pick<Config, 'host' | 'auth'>,
  keys: Pick<Keyring, 'isEmpty'>,
  lost: string | null,
): void {
  if (auth === 'off') return
  if (lost !== null) {
    throw exposed(`The keys can't be read (${lost}). Repair or move the file, or say \`auth: off\` (--auth off).`)
  }
  if (auth === 'auto' && !isLoopback(host) && keys.isEmpty()) {
    throw exposed(
      `Others can reach ${host}, and there is no key. Make one (trivet keys create <name>), or give one in ` +
        'TRIVET_API_KEY; or let everyone in: `auth: off` (--auth off).',
    )
  }
}

function exposed(reason: string): TrivetError {
  return new TrivetError('invalid_config', { reason })
}
