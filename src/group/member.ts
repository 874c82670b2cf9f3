import type { Footprint } from '../engine/driver.ts'
import type { Supervisor } from '../engine/supervisor/supervisor.ts'
import { PrefixMemory } from './prefix.ts'

/** A supervised instance that loads nothing yet, and what it will take. */
export interface Prepared {
  readonly supervisor: Supervisor
  /** `null`: unknown. */
  readonly footprint: Footprint | null
}

/** One instance of a group. */
export class Member {
  readonly supervisor: Supervisor
  readonly footprint: Footprint | null
  readonly prefixes = new PrefixMemory()
  /** Room has been made for it, and it is being loaded. */
  admitted = false
  #running = 0
  #idle: (() => void)[] = []

  constructor({ supervisor, footprint }: Prepared) {
    this.supervisor = supervisor
    this.footprint = footprint
  }

  /** Tasks given to it and not over, counted from the moment it was picked. */
  get running(): number {
    return this.#running
  }

  /** Whether it holds memory, or will presently. */
  get occupies(): boolean {
    const { state } = this.supervisor.status()
    return this.admitted || (state !== 'stopped' && state !== 'failed')
  }

  get loading(): boolean {
    return this.admitted || this.supervisor.status().state === 'starting'
  }

  enter(): void {
    this.#running++
  }

  leave(): void {
    this.#running--
    if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Resolves when no task is inside. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}
