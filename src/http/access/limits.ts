import type { ExpectedCost } from '../../api/metering/expected-cost.ts'
import type { Services } from '../../api/services.ts'
import type { AccessSettings } from '../../config/config.ts'
import type { Caller } from '../../core/caller.ts'
import { TrivetError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/key.ts'
import { subscriberOf } from '../../core/subscriber.ts'

export interface LimitsOptions extends Pick<Services, 'keyUsages' | 'buckets'> {
  readonly settings: () => Pick<AccessSettings, 'rates'>
}

interface Limit {
  readonly subject: string
  readonly whom: string
  readonly what: 'requests' | 'tokens'
  readonly perMinute: number | null
}

/** Tokens that were taken before a request cost them. */
export interface Reserved {
  readonly address: number
  readonly key: number
}

/** Of a minute's tokens, what an answer without a bound counts as until it is over. */
const OPEN_SHARE = 0.1

/** What addresses and keys may use up in a minute, and keys in all. */
export class Limits {
  readonly #options: LimitsOptions

  constructor(options: LimitsOptions) {
    this.#options = options
  }

  /** One more request from there, whoever it is. Rejects with `rate_limited`. */
  async arrive(address: string): Promise<void> {
    const { addressRequests: perMinute } = this.#options.settings().rates
    await this.#draw(
      { subject: `requests of ${subscriberOf(address)}`, whom: 'one address', what: 'requests', perMinute },
      1,
    )
  }

  /** One more request for a model. Rejects with `rate_limited` or `tokens_exhausted`. */
  async spend(caller: Caller): Promise<void> {
    const { key } = caller
    const tokens = this.#tokenLimits(caller)
    await this.#requireOne(tokens.address)
    if (key === null || tokens.key === null) return
    const { limits, id, name } = key
    const left = await this.left({ key })
    if (left !== null && left <= 0) {
      throw new TrivetError('tokens_exhausted', { key: name, limit: limits.tokensInAll ?? 0 })
    }
    await this.#requireOne(tokens.key)
    const perMinute = limits.requestsPerMinute ?? this.#options.settings().rates.keyRequests
    await this.#draw({ subject: `requests of ${id}`, whom: nameOf(key), what: 'requests', perMinute }, 1)
  }

  /** Tokens that a key has left in all; `null`: as many as it likes. */
  async left({ key }: Pick<Caller, 'key'>): Promise<number | null> {
    const limit = key?.limits.tokensInAll ?? null
    return key === null || limit === null ? null : limit - (await this.#used(key.id))
  }

  /**
   * Takes what a request is likely to cost from what a minute allows, so that those that run at the same time don't use it
   * twice. An answer without a bound counts as `OPEN_SHARE` of the minute. Rejects with `rate_limited`.
   */
  async reserve(caller: Caller, cost: () => ExpectedCost): Promise<Reserved> {
    // Most servers have no such limit: what a request may cost is worked out for those that do.
    const amountOf = ({ perMinute }: Limit) => {
      if (!perMinute) return 0
      const { tokens, unbounded } = cost()
      return Math.min(perMinute, tokens + unbounded * Math.ceil(perMinute * OPEN_SHARE))
    }
    const { address, key } = this.#tokenLimits(caller)
    const ofAddress = amountOf(address)
    await this.#draw(address, ofAddress)
    if (key === null) return { address: ofAddress, key: 0 }
    const ofKey = amountOf(key)
    await this.#draw(key, ofKey).catch(async (refusal) => {
      await this.#charge(address, -ofAddress)
      throw refusal
    })
    return { address: ofAddress, key: ofKey }
  }

  /** What a request has cost, of which some was taken before; what was not needed is given back. */
  async charge(caller: Caller, tokens: number, reserved: readonly Reserved[]): Promise<void> {
    const { address, key } = this.#tokenLimits(caller)
    const taken = (of: keyof Reserved) => reserved.reduce((sum, each) => sum + each[of], 0)
    await this.#charge(address, tokens - taken('address'))
    if (key !== null) await this.#charge(key, tokens - taken('key'))
  }

  #tokenLimits({ key, address }: Caller): { readonly address: Limit; readonly key: Limit | null } {
    const { addressTokens, keyTokens } = this.#options.settings().rates
    const what = 'tokens'
    return {
      address: { subject: `tokens of ${subscriberOf(address)}`, whom: 'one address', what, perMinute: addressTokens },
      key: key && {
        subject: `tokens of ${key.id}`,
        whom: nameOf(key),
        what,
        perMinute: key.limits.tokensPerMinute ?? keyTokens,
      },
    }
  }

  async #used(id: string): Promise<number> {
    const usage = await this.#options.keyUsages.of(id)
    return usage === null ? 0 : usage.promptTokens + usage.completionTokens
  }

  /** Takes so many; as many must be left. */
  #draw(limit: Limit, amount: number): Promise<void> {
    return this.#take(limit, amount, amount)
  }

  /** How many are needed is not known yet. */
  #requireOne(limit: Limit): Promise<void> {
    return this.#take(limit, 1, 0)
  }

  async #take({ subject, whom, what, perMinute }: Limit, needed: number, amount: number): Promise<void> {
    if (perMinute === null) return
    const retryAfter = await this.#options.buckets.draw({ subject, perMinute }, needed, amount)
    if (retryAfter > 0) throw new TrivetError('rate_limited', { limit: perMinute, what, whom, retryAfter })
  }

  async #charge({ subject, perMinute }: Limit, amount: number): Promise<void> {
    if (perMinute !== null) await this.#options.buckets.charge({ subject, perMinute }, amount)
  }
}

function nameOf({ name }: ApiKey): string {
  return `the API key \`${name}\``
}
