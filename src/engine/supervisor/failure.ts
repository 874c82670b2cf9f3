import { stat } from 'node:fs/promises'
import type { TrivetError } from '../../core/errors.ts'

/** Why an engine is `failed`, and what would make another try worth it. */
export interface Failure {
  readonly error: TrivetError
  /** Milliseconds since the Unix epoch. */
  readonly retryAt: number
  /** The model file as it was when loading failed; `null` when it isn't the file's fault. */
  readonly fileStamp: string | null
}

/** A corrupt file stays corrupt: worth a try when the file has changed, or when memory may have come free meanwhile. */
export function mayRetry(failure: Failure, now: number, fileStamp: string): boolean {
  return now >= failure.retryAt || (failure.fileStamp !== null && failure.fileStamp !== fileStamp)
}

/** Size and modification time as one text; a file that isn't there has a stamp too. */
export async function stampOf(path: string): Promise<string> {
  const file = await stat(path).catch(() => null)
  return file === null ? 'missing' : `${file.size} ${file.mtimeMs}`
}
