import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { TrivetError } from '../../../core/errors.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** `disk_full` when that is what a failed write means; anything else as it was. */
export async function diskError(thrown: unknown, path: string, neededBytes: number): Promise<unknown> {
  if (!isFull(thrown)) return thrown
  return diskFull(dirname(path), neededBytes, (await freeBytes(dirname(path))) ?? 0, thrown)
}

export function isFull(thrown: unknown): boolean {
  return FULL.includes((thrown as NodeJS.ErrnoException).code ?? '')
}

/** @param free what may be taken, beside what is left for others */
export function diskFull(folder: string, needed: number, free: number, cause?: unknown): TrivetError {
  return new TrivetError('disk_full', { folder, needed, free }, null, { cause })
}

/** What this user may still write there; null where that can't be told. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
