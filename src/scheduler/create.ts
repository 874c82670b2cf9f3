import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import type { ReadMedia } from '../core/media.ts'
import type { Placement } from '../core/placement.ts'
import type { Beside } from '../group/loader.ts'
import type { Prepared } from '../group/member.ts'
import type { FileStamp } from './fingerprint.ts'
import type { Lane } from './lane.ts'
import { Residency } from './residency.ts'
import { bytesOf, HOST, type MemoryNow } from './room.ts'
import type { LoadOrder, LoadOutlook, ModelEntry, ModelSource, ModelStatus, Scheduler } from './scheduler.ts'
import { ServedModel } from './served-model.ts'

export interface SchedulerOptions {
  /** Ids are unique. */
  readonly models: readonly ModelEntry[]
  /** Models that can be loaded besides; none when left out. */
  readonly source?: ModelSource
  /** Whether a model is never to be evicted for another, as it is now; none when left out. */
  isPinned?(id: string): boolean
  /** Requests that may wait for each model. */
  readonly queueCapacity: number
  /** How long a model stays that was loaded on demand. */
  readonly keepAliveMs: number
  /** How models are set up that come by their path. */
  readonly placement: Placement
  /** Bytes all models may take together; `null`: whatever the machine has. */
  readonly memoryBudgetBytes: number | null
  memory(): MemoryNow
  /** Fields of requests to a model that stand for those they leave out, until an order sets others; none when left out. */
  defaultsOf?(model: Pick<ModelEntry, 'id' | 'path'>): Readonly<Record<string, unknown>>
  readonly clock: Clock
  /** Finds the driver of a model, plans, and makes its supervised instance; loads nothing. */
  prepare(entry: ModelEntry): Promise<Prepared>
  /** Instances of other servers beside those of this machine; none when left out, or for `null`. */
  beside?(entry: ModelEntry): Beside | null
  /** A look at a model's file now; zeros when it is gone. */
  stamp(path: string): FileStamp
  /** Reads what requests attach; nothing can be attached when left out. */
  readonly readMedia?: ReadMedia
}

const NO_MEDIA: ReadMedia = async ({ kind }) => {
  throw new TrivetError('not_implemented', { what: `Reading an ${kind}`, reason: 'nothing here does it.' })
}

const NO_SOURCE: ModelSource = {
  entries: () => [],
  find: (model) => {
    throw new TrivetError('model_not_found', { model }, 'model')
  },
  look: async (model) => NO_SOURCE.find(model),
}

/** A model that isn't looked for before it is opened. */
const UNKNOWN = { id: '', path: '' }

/** The scheduler of a set of models. A model is loaded when it is first opened. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock, memory, memoryBudgetBytes, stamp, source = NO_SOURCE, readMedia = NO_MEDIA } = options
  const residency = new Residency({ budgetBytes: memoryBudgetBytes, memory, clock })
  const world = { clock, residency, stamp, readMedia, isPinned: (id: string) => options.isPinned?.(id) ?? false }
  const served = new Map<string, ServedModel>()
  const configured = new Set(options.models.map(({ id }) => id))
  const listeners = new Set<(status: ModelStatus) => void>()
  const told = new Map<string, string>()
  let draining = false

  for (const entry of options.models) serve(entry)

  function serve(entry: ModelEntry): ServedModel {
    const { keepAliveMs, prepare } = options
    const queueCapacity = entry.queueCapacity ?? options.queueCapacity
    const changed = () => tell(entry.id)
    const defaults = defaultsOf(entry)
    const beside = (wanted: ModelEntry) => options.beside?.(wanted) ?? null
    const model: ServedModel = new ServedModel(
      { entry, queueCapacity, variantKeepAliveMs: keepAliveMs, defaults, prepare, beside, changed },
      world,
    )
    served.set(entry.id, model)
    return model
  }

  function defaultsOf(model: Pick<ModelEntry, 'id' | 'path'>): Readonly<Record<string, unknown>> {
    return options.defaultsOf?.(model) ?? {}
  }

  function find(id: string): ServedModel {
    prune()
    const known = served.get(id)
    if (known) return known
    const entry = source.find(id)
    return served.get(entry.id) ?? serve(entry)
  }

  /**
   * Lets a model that has come since anybody looked be found. What is found is to be used in the same turn: until then
   * it is nobody's, and another's `prune` may take it away.
   */
  async function seek(id: string): Promise<void> {
    if (!served.has(id)) await source.look(id)
  }

  /** The model of an order: one that is known, or one that its path makes known. */
  function ordered({ id, path }: LoadOrder): ServedModel {
    if (path === undefined) return find(id)
    prune()
    const known = served.get(id)
    if (known === undefined)
      return serve({ id, path, placement: options.placement, keepAliveMs: Number.POSITIVE_INFINITY })
    if (known.entry.path === path) return known
    throw new TrivetError('model_conflict', { model: id, path: known.entry.path }, 'model_path')
  }

  /** What isn't configured, loaded or set up is known to its source only, which may know it otherwise by now. */
  function prune(): void {
    for (const [id, model] of served) {
      if (configured.has(id) || !model.dormant || model.ordered || (model.failed && comesFromSource(model))) continue
      served.delete(id)
      told.delete(id)
    }
  }

  /** Why it failed is kept for as long as it is there to be tried again. */
  function comesFromSource({ entry: { id, path } }: ServedModel): boolean {
    return source.entries().some((entry) => entry.id === id && entry.path === path)
  }

  /** Listeners hear of a status once, and of counts not at all: those change with every request. */
  function tell(id: string): void {
    const status = listeners.size === 0 ? undefined : served.get(id)?.status()
    if (status === undefined) return
    const { state, reason, progress, settings, instances } = status
    const percent = Math.floor(progress * 100)
    const essence = JSON.stringify([state, reason, percent, settings, instances.map((each) => each.state)])
    if (told.get(id) === essence) return
    told.set(id, essence)
    for (const listener of [...listeners]) listener(status)
  }

  /** An engine that was stopped while loading gives its own reason; the caller's is that the server is. */
  async function unlessDraining<T>(work: () => Promise<T>): Promise<T> {
    if (draining) throw new TrivetError('shutting_down')
    try {
      return await work()
    } catch (error) {
      throw draining ? new TrivetError('shutting_down') : error
    }
  }

  return {
    models() {
      prune()
      for (const entry of source.entries()) if (!served.has(entry.id)) serve(entry)
      return Array.from(served.values(), (model) => model.status())
    },
    model: (id) => find(id).status(),
    async look(id) {
      await seek(id)
      return find(id).status()
    },
    defaults: (id) =>
      served.get(id)?.defaults ?? defaultsOf(source.entries().find((entry) => entry.id === id) ?? UNKNOWN),
    async open(id, signal, wish = {}) {
      await seek(id)
      const model = find(id)
      return unlessDraining(() => model.open(signal, wish))
    },
    async load(order, signal) {
      if (order.path === undefined) await seek(order.id)
      const model = ordered(order)
      return unlessDraining(() => model.load(order, signal))
    },
    async outlook(order) {
      if (order.path === undefined) await seek(order.id)
      const model = ordered(order)
      const lane = await model.planned(order)
      return outlookOf(lane, residency, order.instances ?? model.entry.instances ?? 1)
    },
    async resize(id, instances) {
      const model = find(id)
      return unlessDraining(() => model.resize(instances))
    },
    async unload(id, deadlineMs) {
      const model = find(id)
      if (model.dormant && !model.failed && !model.ordered)
        throw new TrivetError('model_not_loaded', { model: id }, 'model')
      await model.unload(deadlineMs)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async drain(deadlineMs) {
      draining = true
      residency.close()
      await Promise.all(Array.from(served.values(), (model) => model.drain(deadlineMs)))
    },
  }
}

/** What loading so many instances of this lane would come to. */
function outlookOf(lane: Lane, residency: Residency, instances: number): LoadOutlook {
  const { model: id, plan, footprint, unheeded } = lane
  if (plan === null) throw new TrivetError('internal_error')
  const needed = new Map([...bytesOf(footprint)].map(([memory, bytes]) => [memory, bytes * instances]))
  const { free, kind, victims } = residency.outlook(lane, needed)
  const accelerators = [...needed].filter(([memory]) => memory !== HOST)
  return {
    id,
    plan,
    instances,
    unheeded,
    footprint,
    freeBytes: free.get(HOST) ?? 0,
    neededBytes: needed.get(HOST) ?? 0,
    accelerators: accelerators.map(([device, bytes]) => ({
      device,
      freeBytes: free.get(device) ?? null,
      neededBytes: bytes,
    })),
    fits: kind !== 'never',
    evicts: [...new Set(victims.map((victim) => victim.model))],
    waits: victims.some((victim) => victim.working),
  }
}
