import { AUTO, formatCompute } from '../../../core/compute/compute.ts'
import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { bundleAt } from './bundle.ts'
import { findGenie } from './library-path.ts'
import type { QairtOptions } from './options.ts'

export interface QairtDriverOptions extends QairtOptions {
  readonly runtime: ChildRuntime
}

/** Qualcomm's Genie through its C API: bundles of AI Hub on the Hexagon NPU, one request at a time. */
export function createQairtDriver({ runtime, ...options }: QairtDriverOptions): EngineDriver {
  return createLibraryDriver({
    id: 'qairt',
    name: 'QAIRT',
    runtime,
    options: { ...options },
    find: () => findGenie(options.libraryPath),
    files: bundleAt,
    remark({ compute = AUTO }) {
      const others = compute.units.some(({ kind }) => kind !== 'npu')
      return others ? `QAIRT computes on the NPU, whatever else is asked for (${formatCompute(compute)}).` : null
    },
    planOptions: () => ({ ...options }),
    signals: {
      SIGSEGV: 'Genie does so when the bundle was compiled for another chip, or with another release of QAIRT.',
    },
  })
}
