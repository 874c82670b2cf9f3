import type { Availability } from '../../../core/device.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import { npuUnits, onNpus } from '../../native/npu-units.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { rkllmFiles } from './files.ts'
import { findRkllm } from './library-path.ts'
import { rkllmReason, SIGNALS } from './load-reason.ts'
import { layoutFor } from './native/layouts.ts'
import type { RkllmOptions, RkllmPlanOptions } from './options.ts'

export interface RkllmDriverOptions extends RkllmOptions {
  readonly runtime: ChildRuntime
}

/** Rockchip's RKLLM runtime through its C API: `.rkllm` files on the NPU of its SoCs, one request at a time. */
export function createRkllmDriver({ runtime, ...options }: RkllmDriverOptions): EngineDriver {
  /** What the user says of the version counts, also where the runtime says nothing. */
  async function versionFor(model: string, probe: () => Promise<Availability>): Promise<string> {
    if (options.runtimeVersion !== null && layoutFor(options.runtimeVersion) !== null) return options.runtimeVersion
    const { available, version, reason } = await probe()
    if (!available) throw new TrivetError('driver_unavailable', { model, reason })
    return version
  }

  return createLibraryDriver({
    id: 'rkllm',
    name: 'RKLLM',
    runtime,
    options: { ...options },
    find: () => findRkllm(options.libraryPath),
    files: rkllmFiles,
    computesOn: onNpus,
    planOptions(modelId, { compute, pooling }) {
      npuUnits('RKLLM', modelId, compute)
      return { ...options, pooling: pooling ?? null } satisfies RkllmPlanOptions
    },
    async complete(plan, probe) {
      const runtimeVersion = await versionFor(plan.modelId, probe)
      return { ...plan, options: { ...plan.options, runtimeVersion } }
    },
    reasonFrom: rkllmReason,
    signals: SIGNALS,
  })
}
