import { isDeepStrictEqual } from 'node:util'
import { onAbort } from '../core/abort.ts'
import { asTrivetError, TrivetError } from '../core/errors.ts'
import { Line } from '../core/line.ts'
import type { Placement } from '../core/placement.ts'
import type { Adapter } from '../core/task.ts'
import type { Wish } from '../core/wish.ts'
import type { Beside } from '../group/loader.ts'
import type { Prepared } from '../group/member.ts'
import { unloadedTooSoon } from '../group/unloaded.ts'
import { covers, isAboutPlacement, placementFor } from './covers.ts'
import { Lane, type LaneStatus, type LaneWorld } from './lane.ts'
import { isAboutLoading, numbersBy, placementBy } from './ordered.ts'
import type { LoadedGroup, LoadOrder, LoadReport, ModelEntry, ModelStatus, OpenModel } from './scheduler.ts'
import { withAdapters } from './with-adapters.ts'

export interface ServedModelOptions {
  readonly entry: ModelEntry
  /** Requests that may wait, unless `load` says otherwise. */
  readonly queueCapacity: number
  /** How long a group stays that was made for a request's own wish. */
  readonly variantKeepAliveMs: number
  /** Fields of requests that stand for those they leave out. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Finds the driver of a model, plans, and makes its supervised instance; loads nothing. */
  prepare(entry: ModelEntry): Promise<Prepared>
  /** Instances of other servers beside those of this machine; `null`: none. */
  beside(entry: ModelEntry): Beside | null
  changed(): void
}

/** A request that was just given a group has begun its work by then. */
const SETTLE_MS = 1_000

/** A model by its id: the lane that is its own, and those made for requests that wanted it otherwise. */
export class ServedModel {
  readonly #options: ServedModelOptions
  readonly #world: LaneWorld
  #entry: ModelEntry
  #defaults: Readonly<Record<string, unknown>>
  #adapters: readonly Adapter[] = []
  #own: Lane
  #variants: readonly Lane[] = []
  /** Being loaded by an order, to take the place of its own. */
  #coming: Lane | null = null
  /** On their way out: their settings are the model's no longer. */
  readonly #former = new Set<Lane>()
  /** Lanes made so far, which names them. */
  #made = 0
  /** Calls under way. */
  #asked = 0
  /** Orders are carried out one after the other: what the next one changes is known only then. */
  readonly #orders = new Line()
  /** Aborted and renewed when it is unloaded: orders from before come to nothing. */
  #era = new AbortController()
  #ordered = false
  /** Why the last order came to nothing, when nothing was loaded otherwise. */
  #failure: string | null = null

  constructor(options: ServedModelOptions, world: LaneWorld) {
    this.#options = options
    this.#world = world
    this.#entry = options.entry
    this.#defaults = options.defaults
    this.#own = this.#configuredLane()
  }

  get entry(): ModelEntry {
    return this.#entry
  }

  get defaults(): Readonly<Record<string, unknown>> {
    return this.#defaults
  }

  /** Nothing of it is loaded, and nobody waits for it. */
  get dormant(): boolean {
    return this.#asked === 0 && this.#lanes().every((lane) => lane.dormant)
  }

  /** The last load came to nothing, and nothing is loaded. */
  get failed(): boolean {
    return this.status().state === 'failed'
  }

  /** It was set up by an order, and not unloaded by one since. */
  get ordered(): boolean {
    return this.#ordered
  }

  status(): ModelStatus {
    const { id, path, origin } = this.#entry
    const own = this.#own.status()
    const lanes = this.#lanes().map((lane) => lane.status())
    const groups = lanes.filter((lane, index) => lane.state !== 'stopped' && (index === 0 || lane.state !== 'failed'))
    // What is loaded only as some request wanted it is loaded all the same.
    const shown = own.state === 'stopped' ? (groups[0] ?? own) : own
    const failure = shown.state === 'stopped' ? this.#failure : null
    return {
      id,
      path,
      state: failure === null ? shown.state : 'failed',
      reason: failure ?? shown.reason,
      progress: shown.progress,
      created: origin?.created ?? this.#own.created(),
      ...(origin && { owner: origin.owner }),
      running: lanes.reduce((sum, { running }) => sum + running, 0),
      waiting: lanes.reduce((sum, { waiting }) => sum + waiting, 0),
      loaded: own.loaded ?? shown.loaded,
      settings: {
        plan: this.#own.plan,
        placement: this.#own.placement,
        instances: own.wanted,
        queueCapacity: this.#own.capacity,
        keepAliveMs: this.#own.keepAliveMs,
        adapters: this.#adapters,
        defaults: this.#defaults,
      },
      instances: lanes.flatMap(({ instances }) => instances),
      groups: groups.map(loadedGroup),
      footprint: this.#own.footprint,
      expiresMs: this.#own.expiresMs,
    }
  }

  async open(signal: AbortSignal, wish: Wish): Promise<OpenModel> {
    return this.#while(async () => {
      try {
        const lane = isAboutPlacement(wish) ? await this.#laneFor(wish) : this.#own
        const opened = await lane.open(signal, wish.keepAliveMs)
        this.#failure = null
        return withAdapters(opened, this.#adapters, (path) => this.#world.stamp(path))
      } catch (error) {
        throw isAboutWish(error, wish) ? error : notTheirs(error)
      }
    })
  }

  load(order: LoadOrder, signal = new AbortController().signal): Promise<LoadReport> {
    const era = this.#era.signal
    return this.#while(() => this.#orders.take(() => this.#load(order, signal, era)))
  }

  /** The lane that an order would load, planned and not loaded. */
  async planned(order: LoadOrder): Promise<Lane> {
    const lane = this.#newLane(
      this.#placementBy(order),
      order.instances ?? 1,
      this.#own.capacity,
      this.#own.keepAliveMs,
    )
    await lane.planAhead()
    return lane
  }

  async resize(instances: number): Promise<LoadReport> {
    if (this.#own.dormant) throw new TrivetError('model_not_loaded', { model: this.#entry.id }, 'model')
    return this.load({ id: this.#entry.id, instances })
  }

  async unload(deadlineMs: number | undefined): Promise<void> {
    this.#ordered = false
    this.#failure = null
    this.#era.abort()
    this.#era = new AbortController()
    const leaving = Promise.all(this.#lanes().map((lane) => lane.leave(deadlineMs)))
    this.#forgetOrders()
    // Orders that come later are carried out later.
    await this.#orders.take(async () => void (await leaving))
  }

  async drain(deadlineMs: number): Promise<void> {
    await Promise.all(this.#lanes().map((lane) => lane.drain(deadlineMs)))
  }

  #lanes(): readonly Lane[] {
    return [this.#own, ...(this.#coming ? [this.#coming] : []), ...this.#variants, ...this.#former]
  }

  async #load(order: LoadOrder, signal: AbortSignal, era: AbortSignal): Promise<LoadReport> {
    const { adapters, defaults } = order
    const { entry, queueCapacity: usualCapacity } = this.#options
    const { instances, queueCapacity, keepAliveMs } = numbersBy(order, entry, usualCapacity)
    const { lane: next, unheeded } = isAboutLoading(order)
      ? await this.#laneAs(this.#placementBy(order))
      : { lane: this.#own, unheeded: [] }
    if (signal.aborted) throw new TrivetError('request_cancelled')
    if (era.aborted) throw unloadedTooSoon(this.#entry.id)
    const old = this.#own
    if (next !== old) this.#coming = next
    if (queueCapacity !== undefined) next.capacity = queueCapacity
    if (keepAliveMs !== undefined) next.keepAliveMs = keepAliveMs
    // What was there before the order stays as it is when the order is withdrawn.
    const withdraw = next.dormant ? onAbort(signal, () => void next.leave(0)) : () => {}
    try {
      const { requested, actual, failures } = await next.size(instances)
      if (era.aborted) throw unloadedTooSoon(this.#entry.id)
      if (next !== old) this.#replaceOwn(next)
      if (defaults !== undefined) this.#defaults = { ...this.#options.defaults, ...defaults }
      if (adapters !== undefined) this.#adapters = adapters
      this.#failure = null
      this.#ordered = true
      return {
        status: this.status(),
        requestedInstances: requested,
        actualInstances: actual,
        failures: failures.map(({ message }) => message),
        unheeded,
      }
    } catch (error) {
      if (next !== old) await next.drain(0)
      if (!signal.aborted && !era.aborted && this.#own.status().state === 'stopped') {
        this.#failure = asTrivetError(error).message
        this.#options.changed()
      }
      throw signal.aborted ? new TrivetError('request_cancelled') : error
    } finally {
      this.#coming = null
      withdraw()
    }
  }

  async #while<T>(work: () => Promise<T>): Promise<T> {
    this.#asked++
    try {
      return await work()
    } finally {
      this.#asked--
    }
  }

  /** Of those there are, one that does for the wish, the model's own first; else a new one. */
  async #laneFor(wish: Wish): Promise<Lane> {
    const forgotten = this.#variants.filter((lane) => lane.forgotten)
    this.#variants = this.#variants.filter((lane) => !forgotten.includes(lane))
    await Promise.all(forgotten.map((lane) => lane.drain(0)))
    const { lane: wanted } = await this.#laneAs(placementFor(this.#entry.placement, wish))
    if (wanted === this.#own) return wanted
    const trained = wanted.footprint?.trainedTokens ?? Number.POSITIVE_INFINITY
    if ((wish.contextTokens ?? 0) > trained) {
      await wanted.drain(0)
      if (!wish.contextCapped) throw this.#overstretched(trained)
      return this.#laneFor({ ...wish, contextTokens: trained })
    }
    const found = [this.#own, ...this.#variants].find((lane) => covers(lane, wanted, wish.contextTokens))
    if (found) {
      await wanted.drain(0)
      return found
    }
    wanted.keepAliveMs = this.#options.variantKeepAliveMs
    this.#variants = [...this.#variants, wanted]
    return wanted
  }

  /** A request may not stretch a model beyond its training, where it only babbles; whoever loads it may. */
  #overstretched(trained: number): TrivetError {
    const where = `the model ${this.#entry.id} beyond what it was trained for`
    return new TrivetError('unsupported_parameter', { parameter: 'nctx', where, neutral: trained }, 'nctx')
  }

  /** The model's own lane when it comes to the same plan, else a new one, planned; and what of the placement has no effect. */
  async #laneAs(placement: Placement): Promise<Pick<Lane, 'unheeded'> & { readonly lane: Lane }> {
    const { capacity, keepAliveMs } = this.#own
    const lane = this.#newLane(placement, this.#own.status().wanted, capacity, keepAliveMs)
    await Promise.all([lane.planAhead(), this.#own.planAhead()])
    const { unheeded } = lane
    if (JSON.stringify(lane.plan) !== JSON.stringify(this.#own.plan)) return { lane, unheeded }
    await lane.drain(0)
    return { lane: this.#own, unheeded }
  }

  #placementBy(order: LoadOrder): Placement {
    return placementBy(order, this.#entry.placement, this.#options.entry.placement)
  }

  /** The model is again as it is configured. */
  #forgetOrders(): void {
    const { entry, defaults, queueCapacity } = this.#options
    this.#defaults = defaults
    this.#adapters = []
    if (this.#isAsConfigured()) {
      this.#own.capacity = queueCapacity
      this.#own.keepAliveMs = entry.keepAliveMs
      return
    }
    this.#replaceOwn(this.#configuredLane())
    this.#entry = entry
  }

  /** What the lane that is there knows of the model holds for the next load too. */
  #isAsConfigured(): boolean {
    const { placement, follows, instances = 1 } = this.#options.entry
    const sized = follows !== undefined || this.#own.status().wanted === instances
    return sized && isDeepStrictEqual(this.#own.placement, placement)
  }

  #configuredLane(): Lane {
    const { entry, queueCapacity } = this.#options
    return this.#newLane(entry.placement, entry.instances ?? 1, queueCapacity, entry.keepAliveMs)
  }

  /** From now on requests go to the new lane; those in the old one end there. */
  #replaceOwn(next: Lane): void {
    const old = this.#own
    this.#own = next
    this.#entry = { ...this.#entry, placement: next.placement }
    this.#former.add(old)
    // Whoever was given the old one and hasn't begun yet finds it still there.
    this.#world.clock.after(SETTLE_MS, () => void this.#end(old))
  }

  async #end(former: Lane): Promise<void> {
    await former.leave()
    await former.drain(0)
    this.#former.delete(former)
  }

  #newLane(placement: Placement, instances: number, capacity: number, keepAliveMs: number): Lane {
    const entry = { ...this.#entry, placement }
    const { id, path } = entry
    this.#made++
    return new Lane(
      {
        key: `${id}#${this.#made}`,
        model: id,
        path,
        placement,
        capacity,
        instances,
        keepAliveMs,
        prepare: () => this.#options.prepare(entry),
        follows: entry.follows ?? null,
        // Others have it as they have it.
        beside: isDeepStrictEqual(placement, this.#options.entry.placement) ? this.#options.beside(entry) : null,
        changed: () => this.#options.changed(),
      },
      this.#world,
    )
  }
}

/** What can't be met is what the request itself wants of the engine. */
function isAboutWish(error: unknown, { contextTokens, compute }: Wish): boolean {
  const param = error instanceof TrivetError ? error.param : null
  return (param === 'nctx' && contextTokens !== undefined) || (param === 'compute' && compute !== undefined)
}

/** Whoever only asks for an answer has not chosen what can't be met. */
function notTheirs(error: unknown): unknown {
  if (!(error instanceof TrivetError) || error.code !== 'load_refused') return error
  return new TrivetError('model_load_failed', error.details, null, { cause: error })
}

function loadedGroup({ state, reason, wanted, instances, running, waiting, ...lane }: LaneStatus): LoadedGroup {
  const { contextTokens, slots, footprint, expiresMs } = lane
  return { state, reason, wanted, instances, contextTokens, slots, footprint, running, waiting, expiresMs }
}
