/** The driver's own settings. */
export interface QairtOptions {
  /** Genie's library, or its folder; `null`: where it is installed. */
  readonly libraryPath: string | null
}

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): QairtOptions {
  return options as unknown as QairtOptions
}
