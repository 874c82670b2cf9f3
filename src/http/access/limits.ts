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

/** What one request needs to be left of a limit, and takes from it. */
interface Draw {
  readonly limit: Limit
  readonly needed: number
  readonly amount: number
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

  /** One more request from there, whoever it is. `rate_limited` where it is one too many, else `null`. */
  arrive(address: string): Promise<TrivetError | null> {
    const { addressRequests: perMinute } = this.#options.settings().rates
    const subject = `requests of ${subscriberOf(address)}`
    return this.#refusal([taking({ subject, whom: 'one address', what: 'requests', perMinute }, 1)])
  }

  /**
   * One more request for a model. Rejects with `tokens_exhausted`, for which there is nothing to wait, or `rate_limited`.
   * @param crowd what `arrive` has answered
   */
  async spend(caller: Caller, crowd: TrivetError | null): Promise<void> {
    const { key } = caller
    const left = await this.left(caller)
    if (key !== null && left !== null && left <= 0) {
      throw new TrivetError('tokens_exhausted', { key: key.name, limit: key.limits.tokensInAll ?? 0 })
    }
    const tokens = this.#tokenLimits(caller)
    const draws = [tokens.address, tokens.key].flatMap((limit) => (limit === null ? [] : [requiringOne(limit)]))
    const perMinute = key?.limits.requestsPerMinute ?? this.#options.settings().rates.keyRequests
    if (key !== null) {
      draws.push(taking({ subject: `requests of ${key.id}`, whom: nameOf(key), what: 'requests', perMinute }, 1))
    }
    await this.#take(draws, crowd)
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
    const reserved = { address: amountOf(address), key: key === null ? 0 : amountOf(key) }
    await this.#take([taking(address, reserved.address), ...(key === null ? [] : [taking(key, reserved.key)])])
    return reserved
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

  async #take(draws: readonly Draw[], before: TrivetError | null = null): Promise<void> {
    const refusal = await this.#refusal(draws, before)
    if (refusal !== null) throw refusal
  }

  /**
   * `null`: all was taken. Else nothing was, and it is the refusal of the limit that has room again last: whoever waits
   * as long as it says isn't refused again for another.
   * @param before of a limit that was asked before these
   */
  async #refusal(draws: readonly Draw[], before: TrivetError | null = null): Promise<TrivetError | null> {
    const taken: Draw[] = []
    let last = before
    for (const draw of draws) {
      const { limit, needed, amount } = draw
      const { subject, whom, what, perMinute } = limit
      if (perMinute === null) continue
      const retryAfter = await this.#options.buckets.draw({ subject, perMinute }, needed, last === null ? amount : 0)
      if (retryAfter === 0) {
        if (last === null) taken.push(draw)
      } else if (last === null || retryAfter > Number(last.details.retryAfter)) {
        last = new TrivetError('rate_limited', { limit: perMinute, what, whom, retryAfter })
      }
    }
    if (last !== null) for (const { limit, amount } of taken) await this.#charge(limit, -amount)
    return last
  }

  async #charge({ subject, perMinute }: Limit, amount: number): Promise<void> {
    if (perMinute !== null) await this.#options.buckets.charge({ subject, perMinute }, amount)
  }
}

/** Takes so many; as many must be left. */
function taking(limit: Limit, amount: number): Draw {
  return { limit, needed: amount, amount }
}

/** How many are needed is not known yet. */
function requiringOne(limit: Limit): Draw {
  return { limit, needed: 1, amount: 0 }
}

function nameOf({ name }: ApiKey): string {
  return `the API key \`${name}\``
}
