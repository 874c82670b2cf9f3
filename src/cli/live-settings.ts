import type { AccessSettings, Config } from '../config/config.ts'
import type { Env } from '../config/paths.ts'
import { asTrivetError } from '../core/errors.ts'
import type { Keyring, PlainKey } from '../store/keyring.ts'
import type { Events } from '../telemetry/events.ts'
import type { Logger } from '../telemetry/logger.ts'
import { refuseExposure } from './exposure.ts'
import { plainKeys } from './plain-keys.ts'
import { readTls, type TlsIdentity } from './tls.ts'

/** What a running server takes over from settings that have changed. */
interface Live {
  readonly access: AccessSettings
  readonly plainKeys: readonly PlainKey[]
  readonly tls: TlsIdentity | null
  readonly logLevel: Config['logLevel']
}

/** The settings that a server lives by, until they are read again. */
export class LiveSettings {
  readonly #env: Env
  #live: Live

  /** Throws `invalid_config` for files that can't be read. */
  constructor(config: Config, env: Env) {
    this.#env = env
    this.#live = this.#read(config)
  }

  get now(): Live {
    return this.#live
  }

  /** Takes over the settings as they are now. Throws `invalid_config`, and keeps the old ones, where those can't be. */
  reload(config: Config, { keys, lost }: { readonly keys: Pick<Keyring, 'made'>; readonly lost: string | null }): void {
    const next = this.#read(config)
    const isEmpty = () => next.plainKeys.length === 0 && keys.made.list().length === 0
    refuseExposure(config, { isEmpty }, lost)
    this.#live = next
  }

  #read(config: Config): Live {
    const { auth, rates, allowedHosts, corsOrigins, trustedProxies, logLevel } = config
    return {
      access: { auth, rates, allowedHosts, corsOrigins, trustedProxies },
      plainKeys: plainKeys(this.#env, config.keyFile),
      tls: readTls(config.tls),
      logLevel,
    }
  }
}

/** Reads the settings again whenever the process is told to (SIGHUP); what is wrong with them is logged. */
export function reloadOnHangup(reload: () => void, logger: Pick<Logger, 'info' | 'error'>, events: Events): void {
  process.on('SIGHUP', () => {
    try {
      reload()
      logger.info('settings read again')
      events.add({ level: 'info', type: 'server.reloaded', message: 'The settings were read again.' })
    } catch (error) {
      logger.error({ reason: asTrivetError(error).message }, 'settings not read again: the old ones stay')
      events.add({
        level: 'error',
        type: 'server.reloaded',
        message: 'The settings are wrong; the old ones stay. The log says why.',
      })
    }
  })
}
