/** The llama.cpp driver's own settings, as they travel in a plan. */
export interface LlamaCppOptions {
  /** A folder with a llama.cpp build of the user's; `null`: the installed package. */
  readonly libraryPath: string | null
}

/** Reads them back on the child's side. */
export function readOptions(options: Readonly<Record<string, unknown>>): LlamaCppOptions {
  return { libraryPath: typeof options.libraryPath === 'string' ? options.libraryPath : null }
}
