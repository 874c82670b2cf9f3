import type { BenchmarkResult, BenchmarkRun, BenchmarkSettings } from '../core/benchmark.ts'
import type { Clock } from '../core/clock.ts'
import type { Compute } from '../core/compute/compute.ts'
import { asTrivetError } from '../core/errors.ts'
import type { OpenModel, Scheduler } from '../scheduler/scheduler.ts'
import { measure } from './measure.ts'

/** What is to be measured. */
export interface BenchmarkOrder {
  readonly models: readonly string[]
  readonly devices: readonly BenchmarkDevice[]
  readonly settings: BenchmarkSettings
}

export interface BenchmarkDevice {
  /** As it was asked for. */
  readonly name: string
  /** `undefined`: where the model is. */
  readonly compute: Compute | undefined
  /** Rejects where it is not here, whatever an engine would say. Default: the engine says. */
  readonly require?: (model: string) => Promise<void>
}

export interface BenchmarkTools {
  readonly scheduler: Pick<Scheduler, 'open' | 'model'>
  readonly clock: Pick<Clock, 'now'>
  /** Milliseconds that only grow, in fractions. */
  readonly ticks: Pick<Clock, 'now'>
  readonly id: string
  readonly hardware: BenchmarkRun['hardware']
}

/** Each model on each device, one after another; what fails is a result like any. Rejects with `request_cancelled`. */
export async function runBenchmark(
  { models, devices, settings }: BenchmarkOrder,
  { scheduler, clock, ticks, id, hardware }: BenchmarkTools,
  signal: AbortSignal,
): Promise<BenchmarkRun> {
  const createdMs = clock.now()
  const results: BenchmarkResult[] = []
  for (const model of models) {
    for (const device of devices) results.push(await one(model, device))
  }
  return { id, createdMs, finishedMs: clock.now(), settings, hardware, results }

  async function one(model: string, { name, compute, require }: BenchmarkDevice): Promise<BenchmarkResult> {
    const told = { model, device: name }
    let open: OpenModel | null = null
    try {
      await require?.(model)
      const before = ticks.now()
      const loaded = scheduler.model(model).state === 'ready' && compute === undefined
      open = await scheduler.open(model, signal, compute === undefined ? {} : { compute })
      const loadMs = loaded ? null : ticks.now() - before
      const measured = await measure(open, settings, loadMs, ticks, signal)
      return { ...told, atMs: clock.now(), error: null, measure: measured, subject: subjectOf(open) }
    } catch (error) {
      signal.throwIfAborted()
      const subject = open && subjectOf(open)
      return { ...told, atMs: clock.now(), error: asTrivetError(error).message, measure: null, subject }
    }
  }

  function subjectOf({ id: model, model: facts, capabilities, fingerprint }: OpenModel) {
    const devices = scheduler.model(model).footprint?.devices
    return {
      engineVersion: facts.engineVersion,
      fingerprint,
      parameters: facts.parameters,
      weightBytes: facts.sizeBytes,
      contextTokens: capabilities.contextTokens,
      memoryBytes:
        devices?.reduce((sum, { weights, kvCache, compute }) => sum + weights + kvCache + compute, 0) ?? null,
    }
  }
}
