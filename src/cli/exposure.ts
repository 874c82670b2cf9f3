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

/** What to say where nobody can ask any more, since there were keys and are none; `null`: somebody can. */
export function lockedOut(auth: Config['auth'], keys: Pick<Keyring, 'plain' | 'made' | 'isEmpty'>): string | null {
  const good = [...keys.plain(), ...keys.made.list()].some(({ revokedMs }) => revokedMs === null)
  const message = 'there is no key any more: the server stays closed until there is one, or it is started again'
  return good || keys.isEmpty() || auth !== 'auto' ? null : message
}

function exposed(reason: string): TrivetError {
  return new TrivetError('invalid_config', { reason })
}
