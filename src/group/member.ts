import type { Placement } from '../core/placement.ts'
import type { Footprint } from '../engine/driver.ts'
import type { Supervisor, SupervisorStatus } from '../engine/supervisor/supervisor.ts'
import { PrefixMemory } from './prefix.ts'

/** A supervised instance that loads nothing yet, and what it will take. */
export interface Prepared {
  readonly supervisor: Supervisor
  /** `null`: unknown. */
  readonly footprint: Footprint | null
  /** Settings that have no effect, or another than was asked for. Absent: none. */
  readonly unheeded?: readonly (keyof Placement)[]
}

/** One instance of a group. */
export class Member {
  readonly supervisor: Supervisor
  readonly prefixes = new PrefixMemory()
  /** Another server's, which has the model beside this machine. */
  readonly beside: boolean
  /** Room has been made for it, and it is being loaded. */
  admitted = false
  readonly #planned: Footprint | null
  readonly #retiring = new AbortController()
  #running = 0
  #idle: (() => void)[] = []

  constructor({ supervisor, footprint }: Prepared, beside = false) {
    this.beside = beside
    this.supervisor = supervisor
    this.#planned = footprint
  }

  /** What it was planned to take, with what requests have had loaded since, and less mapped than at first. */
  get footprint(): Footprint | null {
    return byNow(this.#planned, this.supervisor.status())
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

  /** Aborts when it is to go: what isn't loaded by then needs no room any more. */
  get retired(): AbortSignal {
    return this.#retiring.signal
  }

  retire(): void {
    this.#retiring.abort()
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

function byNow(
  planned: Footprint | null,
  { extraBytes, movedBytes }: Pick<SupervisorStatus, 'extraBytes' | 'movedBytes'>,
): Footprint | null {
  const [host, ...others] = planned?.devices ?? []
  if (planned === null || host === undefined || extraBytes + movedBytes === 0) return planned
  const mapped = Math.max(0, host.mapped - movedBytes)
  return { ...planned, devices: [{ ...host, ...(extraBytes > 0 && { extra: extraBytes }), mapped }, ...others] }
}
