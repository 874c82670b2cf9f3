import type { Compute } from '../../core/compute/compute.ts'
import type { Availability } from '../../core/device.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Placement } from '../../core/placement.ts'
import type { ChildPlatformId, EngineDriver, ModelFacts, Plan, Remark } from '../driver.ts'
import { startInChild } from '../process/launch.ts'
import { probeInChild } from '../process/probe.ts'
import type { ChildRuntime } from '../process/runtime.ts'
import { explained } from './explained.ts'
import { misplacement } from './misplaced.ts'
import { heededBut, type OftenHeeded, refuseDraft, refuseProjector, unheeded } from './unheeded.ts'
import { whyNot } from './why-not.ts'

/** What a driver is made of that opens a runtime of the user's own and does one thing at a time. */
export interface LibraryDriver {
  readonly id: ChildPlatformId
  /** For people: `RKNN`. */
  readonly name: string
  readonly runtime: ChildRuntime
  /** The driver's own settings, as its backend reads them. */
  readonly options: Readonly<Record<string, unknown>>
  /** Throws an Error that says where the runtime was looked for, and how to get it. */
  find(): unknown
  /** `null`: this file or folder is none of its models. `workBytes` is what computing takes beside the weights, where it can be told. */
  files(path: string): (Pick<ModelFacts, 'sizeBytes'> & { readonly workBytes?: number }) | null
  /** As `EngineDriver` has it. */
  remarks?(wish: Placement): readonly Remark[]
  /** What its models have no use for, of what others' mostly have. Default: nothing. */
  readonly lacks?: readonly OftenHeeded[]
  /** Throws a TrivetError for a wish that can't be met. */
  planOptions(modelId: string, wish: Placement): object
  /** What it computes on, of what was asked for. Default: that. */
  computesOn?(asked: Compute | undefined): Compute
  /** Cores that its own computing takes where nobody says; default: none, as a chip does. */
  readonly usesCores?: boolean
  /** Who takes a draft model in its place: the end of a sentence. Default: nobody does. */
  readonly draftsBy?: string
  /** The line of its log that says why a load failed. Default: none does. */
  reasonFrom?(lines: readonly string[]): string | null
  /** What is known to end the process of a load, by signal. */
  readonly signals?: Readonly<Record<string, string>>
  /** What a plan lacks that only the runtime tells. Default: nothing. */
  complete?(plan: Plan, probe: () => Promise<Availability>): Promise<Plan>
}

export function createLibraryDriver(given: LibraryDriver): EngineDriver {
  const { id, name, runtime, options } = given
  let known: Availability | null = null

  const missing = () => whyNot(() => given.find())

  /** A runtime that works goes on doing so; one that doesn't is looked at again. */
  async function probe(): Promise<Availability> {
    if (known !== null) return known
    const reason = missing()
    if (reason !== '') return { available: false, reason, version: '', devices: [] }
    const found = await probeInChild(id, options, runtime)
    if (found.available) known = found
    return found
  }

  return {
    id,
    mediaObstacle: () => `the ${name} engine takes no projector`,
    probe,
    missing,
    misplaced: () => misplacement(() => given.find()),
    async recognise(path) {
      const files = given.files(path)
      return files && { path, sizeBytes: files.sizeBytes }
    },
    remarks(wish) {
      const heeds = [...heededBut(given.lacks), ...(given.usesCores ? (['threads'] as const) : [])]
      return [...(given.remarks?.(wish) ?? []), ...unheeded(name, wish, heeds)]
    },
    plan(modelId, facts, wish, host) {
      refuseDraft(name, wish, given.draftsBy)
      refuseProjector(name, wish)
      return {
        driver: id,
        modelId,
        modelPath: facts.path,
        contextTokens: wish.contextTokens ?? null,
        // It does one thing at a time; more are more instances.
        slots: 1,
        threads: wish.threads ?? (given.usesCores ? host.cores : 0),
        gpuLayers: given.usesCores ? 0 : -1,
        deterministic: false,
        ...(given.computesOn && { compute: given.computesOn(wish.compute) }),
        options: { ...given.planOptions(modelId, wish) },
      }
    },
    /** A NPU's memory is the machine's. What a context takes nobody tells. */
    async estimate({ modelPath, contextTokens }) {
      const { sizeBytes: weights = 0, workBytes: compute = 0 } = given.files(modelPath) ?? {}
      const memory = { device: 'CPU', weights, mapped: 0, kvCache: 0, compute, runtime: 0 }
      return { contextTokens, trainedTokens: null, devices: [memory] }
    },
    async start(plan, watch) {
      if (watch.signal.aborted) throw new TrivetError('request_cancelled')
      const reason = missing()
      if (reason !== '') throw new TrivetError('driver_unavailable', { model: plan.modelId, reason })
      const complete = (await given.complete?.(plan, probe)) ?? plan
      const reasonFrom = given.reasonFrom ?? (() => null)
      return startInChild(complete, watch, { runtime, reasonFrom }).catch((error: unknown) => {
        throw explained(error, given.signals ?? {})
      })
    },
  }
}
