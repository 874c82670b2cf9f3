/** The driver's own settings. */
export interface QairtOptions {
  /** Genie's library, or its folder; `null`: where it is installed. */
  readonly libraryPath: string | null
  /** GenieX's program (`geniex`), or its folder, to be used instead; `null`: where it is installed, without the library. */
  readonly serverPath: string | null
}

/** What a plan of the library's holds beyond what all plans do. */
export type QairtPlanOptions = Pick<QairtOptions, 'libraryPath'>

/** Reads them back on the child's side; only this driver's own `plan` and `probe` have written them. */
export function readOptions(options: Readonly<Record<string, unknown>>): QairtPlanOptions {
  return options as unknown as QairtPlanOptions
}
