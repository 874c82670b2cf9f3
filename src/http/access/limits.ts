import type { Services } from '../../api/services.ts'
import type { AccessSettings } from '../../config/config.ts'
import type { Caller } from '../../core/caller.ts'
import { TrivetError } from '../../core/errors.ts'

export interface LimitsOptions extends Pick<Services, 'keyUsages' | 'buckets'> {
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

  constructor(options: LimitsOptions) {
    this.#options = options
  }

  /** One more request from there, whoever it is. Rejects with `rate_limited`. */
  async arrive(address: string): Promise<void> {
    const { addressRequests: perMinute } = this.#options.settings().rates
    await this.#draw({ subject: `requests of ${address}`, whom: 'one address', what: 'requests', perMinute }, 1)
  }

  /** One more request for a model. Rejects with `rate_limited` or `tokens_exhausted`. */
  async spend({ key, address }: Caller): Promise<void> {
    const { addressTokens, keyRequests, keyTokens } = this.#options.settings().rates
    // Of tokens one must be left; how many are needed is known afterwards.
    await this.#draw({ ...tokensOf(address, 'one address'), perMinute: addressTokens }, 0)
    if (key === null) return
    const { limits, id, name } = key
    const whom = `the API key \`${name}\``
    const left = await this.left({ key })
    if (left !== null && left <= 0) {
      throw new TrivetError('tokens_exhausted', { key: name, limit: limits.tokensInAll ?? 0 })
    }
    await this.#draw({ ...tokensOf(id, whom), perMinute: limits.tokensPerMinute ?? keyTokens }, 0)
    const perMinute = limits.requestsPerMinute ?? keyRequests
    await this.#draw({ subject: `requests of ${id}`, whom, what: 'requests', perMinute }, 1)
  }

  /** Tokens that a key has left in all; `null`: as many as it likes. */
  async left({ key }: Pick<Caller, 'key'>): Promise<number | null> {
    const limit = key?.limits.tokensInAll ?? null
    return key === null || limit === null ? null : limit - (await this.#used(key.id))
  }

  /** What a request has cost. */
  async charge({ key, address }: Caller, tokens: number): Promise<void> {
    const { addressTokens, keyTokens } = this.#options.settings().rates
    await this.#charge(tokensOf(address).subject, addressTokens, tokens)
    if (key !== null) await this.#charge(tokensOf(key.id).subject, key.limits.tokensPerMinute ?? keyTokens, tokens)
  }

  async #used(id: string): Promise<number> {
    const usage = await this.#options.keyUsages.of(id)
    return usage === null ? 0 : usage.promptTokens + usage.completionTokens
  }

  async #draw({ subject, whom, what, perMinute }: Limit, amount: number): Promise<void> {
    if (perMinute === null) return
    const retryAfter = await this.#options.buckets.draw({ subject, perMinute }, 1, amount)
    if (retryAfter > 0) throw new TrivetError('rate_limited', { limit: perMinute, what, whom, retryAfter })
  }

  async #charge(subject: string, perMinute: number | null, amount: number): Promise<void> {
    if (perMinute !== null) await this.#options.buckets.charge({ subject, perMinute }, amount)
  }
}

function tokensOf(subject: string, whom = '') {
  return { subject: `tokens of ${subject}`, whom, what: 'tokens' as const }
}
