import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import { npuUnits, onNpus } from '../../native/npu-units.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { rknnFiles } from './files.ts'
import { findRknn } from './library-path.ts'
import type { Rknn2Options, Rknn2PlanOptions } from './options.ts'

export interface Rknn2DriverOptions extends Rknn2Options {
  readonly runtime: ChildRuntime
}

/** Rockchip's RKNN runtime through its C API: `.rknn` files that make embeddings or score pairs, on the NPU of its SoCs. */
export function createRknn2Driver({ runtime, ...options }: Rknn2DriverOptions): EngineDriver {
  return createLibraryDriver({
    id: 'rknn2',
    name: 'RKNN',
    runtime,
    options: { ...options },
    find: () => findRknn(options.libraryPath),
    files: rknnFiles,
    computesOn: onNpus,
    planOptions(modelId, { compute, pooling }) {
      const units = npuUnits('RKNN', modelId, compute)
      const cores = units.reduce((mask, { index }) => (index === undefined ? mask : mask | (1 << index)), 0)
      return { ...options, cores, pooling: pooling ?? null } satisfies Rknn2PlanOptions
    },
  })
}
