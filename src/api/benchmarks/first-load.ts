import type { BenchmarkSettings } from '../../core/benchmark.ts'
import type { ModelStatus } from '../../scheduler/scheduler.ts'
import { fingerprint } from '../devices/fingerprint.ts'
import type { Services } from '../services.ts'
import { type MeasuringServices, measureModels } from './measure-models.ts'

/** Short: seconds on a slow board. */
const SETTINGS: BenchmarkSettings = {
  prompt: null,
  promptTokens: [64],
  concurrency: [1],
  maxTokens: 16,
  runs: 3,
  warmUps: 1,
}

/** Whether a model was measured on this machine before, in whatever way; models of other servers, and those that write nothing, are never to be. */
export async function isMeasured(
  { id, loaded, settings }: ModelStatus,
  { benchmarks, machine }: Pick<Services, 'benchmarks' | 'machine'>,
): Promise<boolean> {
  if (loaded === null || !loaded.capabilities.generate || settings.plan?.driver === 'upstream') return true
  const here = fingerprint(await machine.report())
  return benchmarks
    .list()
    .some(({ hardware, results }) => hardware.fingerprint === here && results.some(({ model }) => model === id))
}

/** The model where it is, in a few short answers. Rejects with `request_cancelled`. */
export async function measureFirstLoad(model: string, services: MeasuringServices, signal: AbortSignal): Promise<void> {
  const order = { models: [model], devices: [{ name: 'auto', compute: undefined }], settings: SETTINGS }
  await measureModels(services, order, signal, { occasion: 'first-load' })
}
