import type { Pooling } from '../../../core/placement.ts'

/** The driver's own settings. */
export interface Rknn2Options {
  /** `librknnrt.so`, or its folder; `null`: where it is installed. */
  readonly libraryPath: string | null
}

/** What a plan of this driver holds beyond what all plans do. */
export interface Rknn2PlanOptions extends Rknn2Options {
  /** Bits of the NPU cores to use; 0: the runtime's own choice, which is one that is free. */
  readonly cores: number
  /** `null`: as the model's own files say. */
  readonly pooling: Pooling | null
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): Rknn2PlanOptions {
  return options as unknown as Rknn2PlanOptions
}
