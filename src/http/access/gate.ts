import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '../../api/services.ts'
import type { AccessSettings } from '../../config/config.ts'
import { ANONYMOUS, type Caller } from '../../core/caller.ts'
import { TrivetError } from '../../core/errors.ts'
import { type ApiKey, grants, type RouteScope } from '../../core/key.ts'
import { subscriberOf } from '../../core/subscriber.ts'
import { credentialIn } from './credential.ts'
import { FailureWindow } from './failure-window.ts'

export interface GateOptions extends Pick<Services, 'keys' | 'clock'> {
  readonly settings: () => Pick<AccessSettings, 'auth'>
}

/** Who comes, and where to. */
export interface Visitor {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly scope: Exclude<RouteScope, 'open here'>
}

/** Lets in whoever may ask at a route, and tells who it is. */
export class Gate {
  readonly #options: GateOptions
  readonly #failures: FailureWindow

  constructor(options: GateOptions) {
    this.#options = options
    this.#failures = new FailureWindow(options.clock)
  }

  /** Whether anyone may ask, without a key. */
  get isOpen(): boolean {
    const { settings, keys } = this.#options
    const { auth } = settings()
    return auth === 'off' || (auth === 'auto' && keys.isEmpty())
  }

  /**
   * Throws `missing_api_key`, `invalid_api_key`, `expired_api_key`, `scope_missing`, or, from an address that has tried
   * too many wrong ones, `too_many_attempts`.
   */
  admit({ headers, address, scope }: Visitor): Caller {
    const secret = credentialIn(headers)
    const known = secret === null ? null : this.#options.keys.find(secret)
    const key = known?.revokedMs === null ? known : null
    if (scope === 'open' || this.isOpen) {
      return key === null || this.#isExpired(key) ? { owner: ANONYMOUS, key: null, address } : caller(key, address)
    }
    if (secret === null) throw new TrivetError('missing_api_key')
    if (key === null) throw this.#refusal(address)
    this.#failures.forgive(subscriberOf(address))
    if (this.#isExpired(key)) throw new TrivetError('expired_api_key', { key: key.name })
    if (!grants(key.scopes, scope)) throw new TrivetError('scope_missing', { key: key.name, scope })
    return caller(key, address)
  }

  #refusal(address: string): TrivetError {
    const retryAfter = this.#failures.fail(subscriberOf(address))
    return retryAfter === 0 ? new TrivetError('invalid_api_key') : new TrivetError('too_many_attempts', { retryAfter })
  }

  #isExpired({ expiresMs }: ApiKey): boolean {
    return expiresMs !== null && expiresMs <= this.#options.clock.now()
  }
}

function caller(key: ApiKey, address: string): Caller {
  return { owner: key.id, key, address }
}
