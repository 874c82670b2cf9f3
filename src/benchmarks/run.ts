import type { BenchmarkCase, BenchmarkResult, BenchmarkRun, BenchmarkSettings, Subject } from '../core/benchmark.ts'
import type { Clock } from '../core/clock.ts'
import type { Compute } from '../core/compute/compute.ts'
import { asTrivetError } from '../core/errors.ts'
import type { OpenModel, Scheduler } from '../scheduler/scheduler.ts'
import { casesOf } from './cases.ts'
import { type Instruments, ModelUnloaded, measure } from './measure.ts'
import { modelHash } from './model-hash.ts'

/** What is to be measured. */
export interface BenchmarkOrder {
  readonly models: readonly string[]
  readonly devices: readonly BenchmarkDevice[]
  readonly settings: BenchmarkSettings
  /** Default: each size of prompts with each number of answers side by side. */
  readonly cases?: readonly BenchmarkCase[]
}

export interface BenchmarkDevice {
  /** As it was asked for. */
  readonly name: string
  /** `undefined`: where the model is. */
  readonly compute: Compute | undefined
  /** Rejects where it is not here, whatever an engine would say. Default: the engine says. */
  readonly require?: (model: string) => Promise<void>
}

export interface BenchmarkTools extends Instruments, Pick<BenchmarkRun, 'id' | 'occasion' | 'version' | 'hardware'> {
  readonly scheduler: Pick<Scheduler, 'open' | 'model'>
  readonly clock: Pick<Clock, 'now'>
  /** Hears what comes next, of how many. Default: nobody does. */
  readonly onStep?: (step: BenchmarkStep) => void
}

export interface BenchmarkStep extends BenchmarkCase {
  readonly model: string
  readonly device: string
  /** From 1. */
  readonly number: number
  readonly of: number
}

/**
 * Each model on each device, one after another; what fails is a result like any. One that is unloaded meanwhile is not
 * loaded again: that is its result. Rejects with `request_cancelled`.
 */
export async function runBenchmark(
  { models, devices, settings, cases = casesOf(settings) }: BenchmarkOrder,
  { scheduler, clock, ticks, energy, onStep, ...known }: BenchmarkTools,
  signal: AbortSignal,
): Promise<BenchmarkRun> {
  const createdMs = clock.now()
  const steps = models.flatMap((model) =>
    devices.flatMap((device) => cases.map((asked, index) => ({ model, device, asked, isFirst: index === 0 }))),
  )
  const results: BenchmarkResult[] = []
  const unloaded = new Set<string>()
  for (const [index, { model, device, asked, isFirst }] of steps.entries()) {
    onStep?.({ model, device: device.name, ...asked, number: index + 1, of: steps.length })
    results.push(await one(model, device, asked, isFirst))
  }
  return { ...known, createdMs, finishedMs: clock.now(), settings, results }

  async function one(
    model: string,
    { name, compute, require }: BenchmarkDevice,
    asked: BenchmarkCase,
    isFirst: boolean,
  ): Promise<BenchmarkResult> {
    const told = { model, device: name, ...asked }
    let open: OpenModel | null = null
    try {
      // Whoever unloaded it doesn't want it back for the sake of figures.
      if (unloaded.has(model)) throw new ModelUnloaded(model)
      await require?.(model)
      const before = ticks.now()
      const loaded = !isFirst || (scheduler.model(model).state === 'ready' && compute === undefined)
      open = await scheduler.open(model, signal, compute === undefined ? {} : { compute })
      const loadMs = loaded ? null : ticks.now() - before
      const figures = await measure(open, settings, asked, { ticks, energy }, signal)
      return {
        ...told,
        atMs: clock.now(),
        error: null,
        measure: { loadMs, ...figures },
        subject: await subjectOf(open),
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ModelUnloaded) unloaded.add(model)
      const subject = open && (await subjectOf(open))
      return { ...told, atMs: clock.now(), error: asTrivetError(error).message, measure: null, subject }
    }
  }

  async function subjectOf({ id: model, model: facts, capabilities, fingerprint }: OpenModel): Promise<Subject> {
    const { path, footprint, settings: loaded } = scheduler.model(model)
    return {
      engineVersion: facts.engineVersion,
      fingerprint,
      modelHash: await modelHash(path),
      parameters: facts.parameters,
      weightBytes: facts.sizeBytes,
      contextTokens: capabilities.contextTokens,
      slots: capabilities.slots,
      threads: loaded.plan?.threads ?? null,
      gpuLayers: loaded.plan?.gpuLayers ?? null,
      memoryBytes:
        footprint?.devices.reduce((sum, { weights, kvCache, compute }) => sum + weights + kvCache + compute, 0) ?? null,
    }
  }
}
