import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { namesIn } from '../../../core/look.ts'
import { processExists } from '../../../core/process-exists.ts'

/** A folder for what a program is to find in one, as long as this process is there. */
export interface OwnFolder {
  readonly path: string
  remove(): void
}

/** Makes one, and takes away those of processes that ended without doing so. */
export function ownFolder(use: string): OwnFolder {
  const prefix = `trivet-${use}-`
  for (const name of namesIn(tmpdir())) {
    const [, owner] = name.startsWith(prefix) ? (/^(\d+)-/.exec(name.slice(prefix.length)) ?? []) : []
    if (owner !== undefined && !processExists(Number(owner))) remove(join(tmpdir(), name))
  }
  const path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  return { path, remove: () => remove(path) }
}

/** Another user's may stay. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // It is whoever's it is to remove.
  }
}
