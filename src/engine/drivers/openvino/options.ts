import type { Pooling } from '../../../core/placement.ts'

/** The driver's own settings. */
export interface OpenVinoOptions {
  /** Folder that `openvino-genai-node` is installed in; `null`: beside Trivet. */
  readonly packagePath: string | null
}

/** What a plan of this driver holds beyond what all plans do. */
export interface OpenVinoPlanOptions extends OpenVinoOptions {
  /** As OpenVINO writes it: `CPU`, `AUTO:NPU,GPU`. */
  readonly device: string
  /** `null`: as the model's own files say. */
  readonly pooling: Pooling | null
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): OpenVinoPlanOptions {
  return options as unknown as OpenVinoPlanOptions
}
