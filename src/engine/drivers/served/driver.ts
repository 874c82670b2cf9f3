import type { Compute } from '../../../core/compute/compute.ts'
import type { Device } from '../../../core/device.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { Placement } from '../../../core/placement.ts'
import type { EngineDriver, EngineInstance, LoadWatch, ModelFacts, Plan, PlatformId, Remark } from '../../driver.ts'
import { misplacement } from '../../native/misplaced.ts'
import { heededBut, type OftenHeeded, refuseDraft, refuseProjector, unheeded } from '../../native/unheeded.ts'
import { whyNot } from '../../native/why-not.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { launch } from './launch.ts'
import type { ServedModel } from './model.ts'

/** What a driver is made of that runs a maker's own server of models, and asks it over HTTP. */
export interface ServedDriver {
  readonly id: PlatformId
  /** For people: `RKNN3`. */
  readonly name: string
  readonly runtime: Pick<ChildRuntime, 'clock'>
  /** The program, as its version says: it has no other. */
  readonly program: string
  /** Where the program is. Throws an Error that says where it was looked for, and how to get it. */
  find(): string
  /** `null`: this file or folder is none of its models. */
  files(path: string): Pick<ModelFacts, 'sizeBytes'> | null
  /** As `EngineDriver` has it. */
  remarks?(wish: Placement): readonly Remark[]
  /** What its models have no use for, of what others' mostly have. Default: nothing. */
  readonly lacks?: readonly OftenHeeded[]
  /** Throws a TrivetError for a wish that can't be met. */
  planned(modelId: string, facts: ModelFacts, wish: Placement): Pick<Plan, 'contextTokens' | 'slots' | 'options'>
  /** What models compute on, of what was asked for. Default: that. */
  computesOn?(asked: Compute | undefined): Compute
  /** What it computes on where it is there. */
  readonly devices: readonly Device[]
  /** Throws an Error in words for a model that can't be served, or `load_refused` for what was asked for with it. */
  serve(plan: Plan): ServedModel
  /** Whether it works on several requests at once. Default: it doesn't. */
  readonly batches?: boolean
  /** Whether it takes a draft model. Default: it doesn't. */
  readonly drafts?: boolean
  /** Why a second model is refused while one is loaded; absent: it isn't. */
  readonly alone?: (holder: string) => string
  /** Told with every load that fails. */
  readonly advice?: string
}

export function createServedDriver(given: ServedDriver): EngineDriver {
  const { id, name, runtime, alone, advice } = given
  /** The model that is loaded, where there is room for one only. */
  let holder: string | null = null

  const missing = () => whyNot(() => given.find())

  async function start(plan: Plan, watch: LoadWatch): Promise<EngineInstance> {
    const { modelId: model } = plan
    if (watch.signal.aborted) throw new TrivetError('request_cancelled')
    const reason = missing()
    if (reason !== '') throw new TrivetError('driver_unavailable', { model, reason })
    if (alone !== undefined && holder !== null) {
      throw new TrivetError('model_load_failed', { model, reason: alone(holder) })
    }
    holder = model
    try {
      const instance = await launch(plan, given.find(), given.serve(plan), watch, runtime)
      void instance.ended.then(() => {
        holder = null
      })
      return instance
    } catch (error) {
      holder = null
      if (watch.signal.aborted) throw new TrivetError('request_cancelled')
      if (error instanceof TrivetError && error.code === 'load_refused') throw error
      const words = error instanceof Error ? error.message : String(error)
      throw new TrivetError('model_load_failed', { model, reason: advice === undefined ? words : `${words} ${advice}` })
    }
  }

  return {
    id,
    mediaObstacle: () => `the ${name} engine takes no projector`,
    missing,
    misplaced: () => misplacement(() => given.find()),
    async probe() {
      const reason = missing()
      const available = reason === ''
      return { available, reason, version: available ? given.program : '', devices: available ? given.devices : [] }
    },
    async recognise(path) {
      const files = given.files(path)
      return files && { path, sizeBytes: files.sizeBytes }
    },
    remarks(wish) {
      const heeds = [...heededBut(given.lacks), ...(given.batches ? (['slots'] as const) : [])]
      return [...(given.remarks?.(wish) ?? []), ...unheeded(name, wish, heeds)]
    },
    plan(modelId, facts, wish) {
      if (!given.drafts) refuseDraft(name, wish)
      refuseProjector(name, wish)
      return {
        driver: id,
        modelId,
        modelPath: facts.path,
        threads: 0,
        gpuLayers: -1,
        deterministic: false,
        ...(given.computesOn && { compute: given.computesOn(wish.compute) }),
        ...given.planned(modelId, facts, wish),
      }
    },
    /** What its program takes, it alone knows. */
    estimate: async () => null,
    start,
  }
}
