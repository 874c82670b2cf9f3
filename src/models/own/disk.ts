import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What models of Trivet's own lie on. */
export interface ModelDisk {
  /** Absolute. */
  readonly folder: string
  /** `null` each: it can't be told. */
  readonly totalBytes: number | null
  /** What this user may still write. */
  readonly freeBytes: number | null
}

/** Looks anew each time. A folder that is not there yet will be made where its nearest parent is. Never rejects. */
export async function lookAtDisk(folder: string): Promise<ModelDisk> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await statfs(at).catch(() => null)
    if (found !== null) {
      return { folder, totalBytes: found.blocks * found.bsize, freeBytes: found.bavail * found.bsize }
    }
    if (dirname(at) === at) return { folder, totalBytes: null, freeBytes: null }
  }
}
