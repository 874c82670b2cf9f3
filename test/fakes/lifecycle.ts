import { TrivetError } from '../../src/core/errors.ts'
import type { EngineEvent } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { Footprint, Plan } from '../../src/engine/driver.ts'
import { createScheduler } from '../../src/scheduler/create.ts'
import type { ModelEntry, ModelSource, OpenModel } from '../../src/scheduler/scheduler.ts'
import { ManualClock, settled } from './clock.ts'
import { FakeSupervisor, PLAN } from './supervisor.ts'

export const never = new AbortController().signal
export const FOREVER = Number.POSITIVE_INFINITY
export const TASK: EngineTask = { kind: 'generate', prompt: 'p', sampling: NEUTRAL_SAMPLING, maxTokens: null }
export const STOP: EngineEvent = { type: 'finish', reason: 'stop' }

/** Contexts that are not asked for, and what a token of one takes. */
export const USUAL = 4096
export const TRAINED = 20_000

/** A supervisor of a plan of its own, loaded as soon as it is asked, unless its load is held. */
export class Instance extends FakeSupervisor {
  override readonly plan: Plan
  readonly #held: boolean

  constructor(plan: Plan, held: boolean) {
    super()
    this.plan = plan
    this.#held = held
  }

  override status() {
    const status = super.status()
    if (status.loaded === null) return status
    const capabilities = { ...status.loaded.capabilities, contextTokens: this.plan.contextTokens ?? USUAL }
    return { ...status, loaded: { ...status.loaded, capabilities } }
  }

  override ready(signal: AbortSignal) {
    const loading = super.ready(signal)
    if (this.state === 'starting' && !this.#held) this.finishLoad()
    return loading
  }
}

export function scheduler({ budget = 1_000, stored = [] as readonly string[] } = {}) {
  const clock = new ManualClock()
  const made: Instance[] = []
  let held = false
  const entry = (id: string, keepAliveMs: number): ModelEntry => ({ id, path: `/${id}`, placement: {}, keepAliveMs })
  const source: ModelSource = {
    entries: () => stored.map((id) => entry(id, 60_000)),
    find(model) {
      if (!stored.includes(model)) throw new TrivetError('model_not_found', { model }, 'model')
      return entry(model, 60_000)
    },
    look: async (model) => source.find(model),
  }
  const created = createScheduler({
    models: [entry('own', FOREVER)],
    source,
    queueCapacity: 4,
    keepAliveMs: 60_000,
    placement: { gpuLayers: 7 },
    memoryBudgetBytes: budget,
    memory: () => ({ availableBytes: budget, totalBytes: budget }),
    clock,
    async prepare({ id, path, placement }) {
      const { contextTokens = null, gpuLayers = 0 } = placement
      const supervisor = new Instance({ ...PLAN, modelId: id, modelPath: path, contextTokens, gpuLayers }, held)
      made.push(supervisor)
      const context = contextTokens ?? USUAL
      const footprint: Footprint = {
        contextTokens: context,
        trainedTokens: TRAINED,
        devices: [{ device: 'CPU', weights: 100, mapped: 0, kvCache: context / 100, compute: 0, runtime: 0 }],
      }
      return { supervisor, footprint, unheeded: placement.kvType === undefined ? [] : ['kvType' as const] }
    },
    stamp: () => ({ sizeBytes: 1, modifiedMs: 1_000 }),
  })
  const loaded = () => made.filter(({ state }) => state === 'ready')
  const hold = () => {
    held = true
  }
  return { scheduler: created, clock, made, loaded, hold }
}

/** Has the model answer once, and lets it settle. */
export async function answer(open: OpenModel, instances: readonly Instance[]) {
  const events: string[] = []
  const done = (async () => {
    for await (const { event } of open.run([TASK], never)) {
      events.push(event.type === 'error' ? event.error.code : event.type)
    }
  })()
  await settled()
  for (const job of instances.flatMap(({ active }) => active)) {
    job.say(STOP)
    job.end()
  }
  await done
  return events
}
