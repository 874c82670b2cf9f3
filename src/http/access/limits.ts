import type { Services } from '../../api/services.ts'
import type { AccessSettings } from '../../config/config.ts'
import type { Caller } from '../../core/caller.ts'
import { TrivetError } from '../../core/errors.ts'
import { Buckets } from './buckets.ts'

export interface LimitsOptions extends Pick<Services, 'keyUsages' | 'clock'> {
  readonly settings: () => Pick<AccessSettings, 'rates'>
}

interface Limit {
  readonly subject: string
  readonly whom: string
  readonly what: 'requests' | 'tokens'
  readonly perMinute: number | null
}

/** What addresses and keys may use up in a minute, and keys in all. */
export class Limits {
  readonly #options: LimitsOptions
  readonly #buckets: Buckets

  constructor(options: LimitsOptions) {
    this.#options = options
    this.#buckets = new Buckets(options.clock)
  }

  /** One more request from there, whoever it is. Throws `rate_limited`. */
  arrive(address: string): void {
    const { addressRequests: perMinute } = this.#options.settings().rates
    this.#take({ subject: `requests of ${address}`, whom: 'one address', what: 'requests', perMinute })
  }

  /** One more request for a model. Throws `rate_limited` or `tokens_exhausted`. */
  spend({ key, address }: Caller): void {
    const { addressTokens, keyRequests, keyTokens } = this.#options.settings().rates
    this.#require({ ...tokensOf(address, 'one address'), perMinute: addressTokens }, 1)
    if (key === null) return
    const { limits, id, name } = key
    const whom = `the API key \`${name}\``
    if (limits.tokensInAll !== null && this.#used(id) >= limits.tokensInAll) {
      throw new TrivetError('tokens_exhausted', { key: name, limit: limits.tokensInAll })
    }
    this.#require({ ...tokensOf(id, whom), perMinute: limits.tokensPerMinute ?? keyTokens }, 1)
    const perMinute = limits.requestsPerMinute ?? keyRequests
    this.#take({ subject: `requests of ${id}`, whom, what: 'requests', perMinute })
  }

  /** What a request has cost. */
  charge({ key, address }: Caller, tokens: number): void {
    const { addressTokens, keyTokens } = this.#options.settings().rates
    if (addressTokens !== null) this.#buckets.take(tokensOf(address).subject, addressTokens, tokens)
    const ofKey = key?.limits.tokensPerMinute ?? keyTokens
    if (key !== null && ofKey !== null) this.#buckets.take(tokensOf(key.id).subject, ofKey, tokens)
  }

  #used(id: string): number {
    const usage = this.#options.keyUsages.of(id)
    return usage === null ? 0 : usage.promptTokens + usage.completionTokens
  }

  #take(limit: Limit): void {
    this.#require(limit, 1)
    if (limit.perMinute !== null) this.#buckets.take(limit.subject, limit.perMinute, 1)
  }

  #require({ subject, whom, what, perMinute }: Limit, amount: number): void {
    if (perMinute === null) return
    const retryAfter = this.#buckets.wait(subject, perMinute, amount)
    if (retryAfter > 0) throw new TrivetError('rate_limited', { limit: perMinute, what, whom, retryAfter })
  }
}

function tokensOf(subject: string, whom = '') {
  return { subject: `tokens of ${subject}`, whom, what: 'tokens' as const }
}
