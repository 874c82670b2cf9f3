import type { ComputeUnit } from '../../../core/compute/compute.ts'
import type { Pooling } from '../../../core/placement.ts'

/** The driver's own settings. */
export interface OnnxOptions {
  /** Folder that `onnxruntime-node` or `onnxruntime-web` is installed in; `null`: beside Trivet. */
  readonly packagePath: string | null
}

/** What a plan of this driver holds beyond what all plans do. */
export interface OnnxPlanOptions extends OnnxOptions {
  /** In order of preference; empty: the CPU. */
  readonly units: readonly ComputeUnit[]
  /** Whether parts that a unit can't compute go to the next one, rather than each being tried alone. */
  readonly split: boolean
  /** `null`: as the model's own files say. */
  readonly pooling: Pooling | null
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): OnnxPlanOptions {
  return options as unknown as OnnxPlanOptions
}
