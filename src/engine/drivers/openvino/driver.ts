import { AUTO } from '../../../core/compute/compute.ts'
import { openVinoName } from '../../../core/compute/openvino.ts'
import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { openVinoFiles } from './files.ts'
import type { OpenVinoOptions, OpenVinoPlanOptions } from './options.ts'
import { findOpenVino } from './package.ts'

export interface OpenVinoDriverOptions extends OpenVinoOptions {
  readonly runtime: ChildRuntime
}

/** OpenVINO GenAI by its own JavaScript package: models in OpenVINO's format, on Intel's CPUs, GPUs and NPUs. */
export function createOpenVinoDriver({ runtime, ...options }: OpenVinoDriverOptions): EngineDriver {
  return createLibraryDriver({
    id: 'openvino',
    name: 'OpenVINO',
    runtime,
    options: { ...options },
    find: () => findOpenVino(options.packagePath),
    files: openVinoFiles,
    planOptions(_, { compute = AUTO, pooling }) {
      return { ...options, device: openVinoName(compute), pooling: pooling ?? null } satisfies OpenVinoPlanOptions
    },
  })
}
