import { findLibrary } from './library-path.ts'
import type { LlamaCppOptions } from './options.ts'

/** Why the user's own build can't be the one in use, in sentences. That none is installed is no fault of the settings. */
export function libraryProblems({ libraryPath }: LlamaCppOptions): readonly string[] {
  if (libraryPath === null) return []
  try {
    findLibrary(libraryPath)
    return []
  } catch (error) {
    return [`llama_cpp.library_path: ${error instanceof Error ? error.message : error}`]
  }
}
