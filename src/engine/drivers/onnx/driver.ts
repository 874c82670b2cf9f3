import { AUTO } from '../../../core/compute/compute.ts'
import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { onnxFiles } from './files.ts'
import type { OnnxOptions, OnnxPlanOptions } from './options.ts'
import { findOnnx } from './package.ts'

export interface OnnxDriverOptions extends OnnxOptions {
  readonly runtime: ChildRuntime
}

/** ONNX Runtime by its own JavaScript packages: `.onnx` files that make embeddings or score pairs. */
export function createOnnxDriver({ runtime, ...options }: OnnxDriverOptions): EngineDriver {
  return createLibraryDriver({
    id: 'onnx',
    name: 'ONNX',
    runtime,
    options: { ...options },
    find: () => findOnnx(options.packagePath),
    files: onnxFiles,
    planOptions(_, { compute = AUTO, pooling }) {
      const { take, units } = compute
      return { ...options, units, split: take !== 'first', pooling: pooling ?? null } satisfies OnnxPlanOptions
    },
    usesCores: true,
  })
}
