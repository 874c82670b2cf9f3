import { findLibrary } from './library-path.ts'
import type { LlamaCppOptions } from './options.ts'

/** Why no build of it can be used, in words; empty: one can. */
export function missingLibrary({ libraryPath }: Pick<LlamaCppOptions, 'libraryPath'>): string {
  try {
    findLibrary(libraryPath)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Why the user's own build can't be the one in use, in sentences. That none is installed is no fault of the settings. */
export function libraryProblems({ libraryPath }: LlamaCppOptions): readonly string[] {
  const problem = libraryPath === null ? '' : missingLibrary({ libraryPath })
  return problem === '' ? [] : [`llama_cpp.library_path: ${problem}`]
}
