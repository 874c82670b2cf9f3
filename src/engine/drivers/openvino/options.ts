import type { Pooling } from '../../../core/placement.ts'

/** The driver's own settings. */
export interface OpenVinoOptions {
  /** Folder that `openvino-genai-node` is installed in; `null`: beside Trivet. */
  readonly packagePath: string | null
  /** OpenVINO Model Server (`ovms`), or its folder, to be used instead; `null`: where it is installed, without the package. */
  readonly serverPath: string | null
}

/** What a plan of this driver holds beyond what all plans do. */
export interface OpenVinoPlanOptions extends Pick<OpenVinoOptions, 'packagePath'> {
  /** As OpenVINO writes it: `CPU`, `AUTO:NPU,GPU`. */
  readonly device: string
  /** `null`: as the model's own files say. */
  readonly pooling: Pooling | null
  /** Folder of a small model that guesses ahead; `null`: none does. */
  readonly draftModel: string | null
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): OpenVinoPlanOptions {
  return options as unknown as OpenVinoPlanOptions
}
