import type { Pooling } from '../../../core/placement.ts'

/** The driver's own settings. */
export interface RkllmOptions {
  /** `librkllmrt.so`, or its folder; `null`: where it is installed. */
  readonly libraryPath: string | null
  /** Such as `1.3.0`; `null`: as the runtime tells of itself. */
  readonly runtimeVersion: string | null
}

/** What a plan of this driver holds beyond what all plans do. */
export interface RkllmPlanOptions extends RkllmOptions {
  /** How the vectors of a text's tokens become one; `null`: it generates. */
  readonly pooling: Pooling | null
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): RkllmPlanOptions {
  return options as unknown as RkllmPlanOptions
}
