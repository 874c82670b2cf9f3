import type { Caller } from '../../core/caller.ts'
import { Gate, type GateOptions, type Visitor } from './gate.ts'
import { Limits, type LimitsOptions } from './limits.ts'

/** The way in: who may ask, and how much. */
export class Door {
  readonly #gate: Gate
  readonly #limits: Limits

  constructor(options: GateOptions & LimitsOptions) {
    this.#gate = new Gate(options)
    this.#limits = new Limits(options)
  }

  /** Who it is; throws what says why not. Health checks are never too many. */
  admit(visitor: Visitor): Caller {
    const { address, scope } = visitor
    if (scope !== 'open') this.#limits.arrive(address)
    const caller = this.#gate.admit(visitor)
    if (scope === 'inference') this.#limits.spend(caller)
    return caller
  }

  /** One more request of somebody who is in already. Throws `rate_limited` or `tokens_exhausted`. */
  spend(caller: Caller): void {
    this.#limits.spend(caller)
  }

  /** What a request has cost. */
  charge(caller: Caller, tokens: number): void {
    this.#limits.charge(caller, tokens)
  }
}
