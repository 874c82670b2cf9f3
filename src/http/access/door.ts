import type { IncomingMessage } from 'node:http'
import type { ExpectedCost } from '../../api/metering/expected-cost.ts'
import type { Services } from '../../api/services.ts'
import type { AccessSettings } from '../../config/config.ts'
import type { Caller } from '../../core/caller.ts'
import { TrivetError } from '../../core/errors.ts'
import type { RouteScope } from '../../core/key.ts'
import { isLoopback } from '../../core/loopback.ts'
import { Gate, type Visitor } from './gate.ts'
import { isKnownHost } from './host.ts'
import { Limits, type Reserved } from './limits.ts'
import { foreignOrigin } from './origin.ts'
import { type Peer, peerReader } from './peer.ts'

export interface DoorOptions extends Pick<Services, 'keys' | 'keyUsages' | 'buckets' | 'clock'> {
  /** As they are at the moment. */
  readonly settings: () => AccessSettings
}

/** What is asked for. */
export interface Errand {
  readonly scope: RouteScope
  /** More than to be shown something. */
  readonly acts: boolean
}

/** The way in: who may ask from where, and how much. */
export class Door {
  readonly #settings: () => AccessSettings
  readonly #keys: Services['keys']['made']
  readonly #gate: Gate
  readonly #limits: Limits
  #peers: { readonly trusted: readonly string[]; readonly read: ReturnType<typeof peerReader> }

  constructor(options: DoorOptions) {
    this.#settings = options.settings
    this.#keys = options.keys.made
    this.#gate = new Gate(options)
    this.#limits = new Limits(options)
    const { trustedProxies } = options.settings()
    this.#peers = { trusted: trustedProxies, read: peerReader(trustedProxies) }
  }

  /**
   * Who it is; rejects with what says why not: `host_refused`, `foreign_origin`, `rate_limited`, and what `Gate.admit` and
   * `Limits.spend` throw. Health checks are never too many.
   */
  async admit(request: IncomingMessage, { scope: wanted, acts }: Errand): Promise<Caller> {
    await this.#keys.refresh()
    const { address, host } = this.#peer(request)
    const scope = wanted === 'open here' ? (isLoopback(address) ? 'open' : 'read') : wanted
    this.#requireHost(host)
    if (acts) this.#requireOwnPage(request, host)
    const crowd = scope === 'open' ? null : await this.#limits.arrive(address)
    const caller = this.#identify({ headers: request.headers, address, scope }, crowd)
    if (scope === 'inference') await this.#limits.spend(caller, crowd)
    else if (crowd !== null) throw crowd
    return caller
  }

  /** Of an address with too many requests the key's own limits still count, but a wrong key is told nothing more. */
  #identify(visitor: Visitor, crowd: TrivetError | null): Caller {
    try {
      return this.#gate.admit(visitor)
    } catch (refusal) {
      throw crowd ?? refusal
    }
  }

  /** Tokens that a key has left in all; `null`: as many as it likes. */
  left(caller: Caller): Promise<number | null> {
    return this.#limits.left(caller)
  }

  /** See `Limits.reserve`. */
  reserve(caller: Caller, cost: () => ExpectedCost): Promise<Reserved> {
    return this.#limits.reserve(caller, cost)
  }

  /** What a request has cost, and what of that was taken before. */
  charge(caller: Caller, tokens: number, reserved: readonly Reserved[]): Promise<void> {
    return this.#limits.charge(caller, tokens, reserved)
  }

  /** Of a server that wants keys a stranger's page gets nothing, for it has none. HTTP/1.0 may name no host; browsers do. */
  #requireHost(host: string): void {
    const { allowedHosts } = this.#settings()
    if (host === '' || isKnownHost(host, allowedHosts)) return
    if (!this.#gate.isOpen && allowedHosts.length === 0) return
    throw new TrivetError('host_refused', { host: host.slice(0, 200) })
  }

  #requireOwnPage({ headers }: IncomingMessage, host: string): void {
    const origin = foreignOrigin(headers, host, this.#settings().corsOrigins)
    if (origin !== null) throw new TrivetError('foreign_origin', { origin })
  }

  #peer(request: IncomingMessage): Peer {
    const { trustedProxies } = this.#settings()
    if (trustedProxies !== this.#peers.trusted) {
      this.#peers = { trusted: trustedProxies, read: peerReader(trustedProxies) }
    }
    return this.#peers.read(request)
  }
}
