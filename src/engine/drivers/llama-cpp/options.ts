import type { ComputeUnit } from '../../../core/compute/compute.ts'
import type { KvType, LoadMode, Pooling, SplitMode } from '../../../core/placement.ts'

/** The llama.cpp driver's own settings, as they travel in a plan. */
export interface LlamaCppOptions {
  /** A folder with a llama.cpp build of the user's; `null`: the installed package. */
  readonly libraryPath: string | null
}

/** What a plan of this driver holds beyond what all plans do. */
export interface LlamaCppPlanOptions extends LlamaCppOptions {
  /** Accelerators that may be used; `null`: all. */
  readonly units: readonly ComputeUnit[] | null
  readonly kvType: KvType
  readonly flashAttention: 'auto' | 'on' | 'off'
  readonly loadMode: LoadMode
  readonly splitMode: SplitMode
  readonly mainGpu: number
  readonly tensorSplit: readonly number[]
  /** `null`: as the file says. */
  readonly pooling: Pooling | null
  /** `null`: none. */
  readonly draftModel: string | null
  /** `null`: the model reads text only. */
  readonly projector: string | null
  /** Of the model's matrices, each type once; only where `deterministic` has to know. Absent: unknown. */
  readonly matrixTypes?: readonly string[]
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): LlamaCppPlanOptions {
  return options as unknown as LlamaCppPlanOptions
}
