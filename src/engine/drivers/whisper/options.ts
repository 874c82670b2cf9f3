/** The driver's own settings. */
export interface WhisperOptions {
  /** Libwhisper, or a folder with it; `null`: the package's. */
  readonly libraryPath: string | null
}

/** What a plan of this driver holds beyond what all plans do. */
export interface WhisperPlanOptions extends WhisperOptions {
  /** Compute on a GPU, where the library can and there is one. */
  readonly useGpu: boolean
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): WhisperPlanOptions {
  return options as unknown as WhisperPlanOptions
}
