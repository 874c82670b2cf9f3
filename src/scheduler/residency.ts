import { onAbort } from '../core/abort.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { Line } from '../core/line.ts'
import type { Footprint } from '../engine/driver.ts'
import { type Eviction, evictionFor, type Resident } from './eviction.ts'
import { type BytesByMemory, bytesOf, HOST, type Holding, type MemoryNow, roomFor, sumOf } from './room.ts'

/** Whoever holds memory, or wants some. */
export interface Tenant {
  /** Unique among tenants. */
  readonly key: string
  /** Named when it gets no room. */
  readonly model: string
  holdings(): readonly Holding[]
  /** It has something to finish before it can leave. One that was only just used is kept for a moment without that. */
  readonly working: boolean
  /** Everything eviction looks at but what it holds. */
  standing(): Omit<Resident, 'id' | 'bytes'>
  /** Gives back all it holds; whatever it does is finished first. */
  leave(): Promise<void>
}

export interface ResidencyOptions {
  /** Bytes all models may take together; `null`: whatever the machine has. */
  readonly budgetBytes: number | null
  memory(): MemoryNow
  readonly clock: Clock
}

/** What making room would come to, now. */
export interface Outlook {
  readonly free: BytesByMemory
  readonly kind: Eviction['kind']
  /** Who would have to go. */
  readonly victims: readonly Tenant[]
}

/** While waiting for room it is looked again at least this often: not every change is told. */
const LOOK_MS = 500

/** Keeps the models that are loaded within the memory there is: who wants in waits in one line for room. */
export class Residency {
  readonly #options: ResidencyOptions
  /** Whoever holds something, and some who did. */
  readonly #tenants = new Map<string, Tenant>()
  readonly #line = new Line()
  /** Those that have to go for the one in front: newcomers of theirs wait in line too. */
  #promised: ReadonlySet<string> = new Set()
  #closed = false
  #wake = () => {}

  constructor(options: ResidencyOptions) {
    this.#options = options
  }

  /** Something came free, or somebody idle: those who wait look again. */
  changed(): void {
    this.#wake()
  }

  /**
   * Has `load` begin as soon as there is room, evicting others when needed, and resolves or rejects with it. Rejects
   * with `out_of_memory` when there never will be room, `shutting_down`, or `request_cancelled` when `signal` aborts
   * before it has begun.
   */
  async admit(
    tenant: Tenant,
    footprint: Footprint | null,
    load: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    let loading: Promise<void> = Promise.resolve()
    await this.#line.take(async () => {
      await this.#makeRoom(tenant, footprint, signal)
      this.#tenants.set(tenant.key, tenant)
      loading = load()
      // Whether it works out is for whoever asked; the line goes on.
      loading.catch(() => {})
    })
    await loading
  }

  /** Resolves when this tenant doesn't have to go: at once, or when whoever needs its place has it. */
  async stays(tenant: Tenant): Promise<void> {
    while (this.#promised.has(tenant.key)) await this.#line.empty()
  }

  /** What admitting so much more would take now; nothing is changed. */
  outlook(tenant: Pick<Tenant, 'key'>, needed: BytesByMemory): Outlook {
    for (const [key, each] of this.#tenants) if (each.holdings().length === 0) this.#tenants.delete(key)
    const tenants = [...this.#tenants.values()]
    const { budgetBytes, memory, clock } = this.#options
    const free = roomFor(
      budgetBytes,
      memory(),
      tenants.flatMap((each) => each.holdings()),
    )
    const others = tenants.filter(({ key }) => key !== tenant.key).map(residentOf)
    const eviction = evictionFor(needed, free, others, clock.now())
    const keys = 'victims' in eviction ? eviction.victims : []
    return { free, kind: eviction.kind, victims: tenants.filter(({ key }) => keys.includes(key)) }
  }

  /** Nobody is admitted any more. */
  close(): void {
    this.#closed = true
    this.changed()
  }

  async #makeRoom(tenant: Tenant, footprint: Footprint | null, signal: AbortSignal): Promise<void> {
    const needed = bytesOf(footprint)
    const stopListening = onAbort(signal, () => this.changed())
    try {
      while (true) {
        if (signal.aborted) throw new TrivetError('request_cancelled')
        if (this.#closed) throw new TrivetError('shutting_down')
        const { free, kind, victims } = this.outlook(tenant, needed)
        if (kind === 'fits') return
        if (kind === 'never') throw this.#refusal(tenant, needed, free)
        this.#promised = new Set(victims.map(({ key }) => key))
        if (kind === 'evict') await Promise.all(victims.map((victim) => victim.leave()))
        else await this.#change()
      }
    } finally {
      stopListening()
      this.#promised = new Set()
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(LOOK_MS, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  /** About the first memory that is short. */
  #refusal({ model }: Tenant, needed: BytesByMemory, free: BytesByMemory): TrivetError {
    const freeOf = (memory: string) => free.get(memory) ?? Number.POSITIVE_INFINITY
    const [memory, bytes] = [...needed].find(([each, wanted]) => wanted > freeOf(each)) ?? [HOST, 0]
    return new TrivetError('out_of_memory', {
      model,
      needed: gib(bytes),
      free: gib(Math.max(0, freeOf(memory))),
      limit: this.#limitOf(memory),
    })
  }

  #limitOf(memory: string): string {
    const { budgetBytes } = this.#options
    const { totalBytes, accelerators = [] } = this.#options.memory()
    if (memory !== HOST) return `${memory}'s ${gib(accelerators.find(({ name }) => name === memory)?.totalBytes ?? 0)}`
    return budgetBytes === null ? `the machine's ${gib(totalBytes)}` : `the budget of ${gib(budgetBytes)}`
  }
}

function residentOf(tenant: Tenant): Resident {
  return {
    id: tenant.key,
    bytes: sumOf(tenant.holdings().map(({ footprint }) => bytesOf(footprint))),
    ...tenant.standing(),
  }
}

function gib(bytes: number): string {
  return bytes < 2 ** 30 ? `${Math.ceil(bytes / 2 ** 20)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`
}
