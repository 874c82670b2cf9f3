/** What went wrong, as the reader is told. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
