import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import { walk } from '../sources/walk.ts'
import { idOfFolder, type StoreLayout } from './layout.ts'
import { acquireLock, type LockOptions } from './lock.ts'
import { recoverStore } from './recover.ts'
import { writing } from './unwritable.ts'

/** What `cleanStore` took away. */
export interface Cleaned {
  /** Ids of models whose making had been broken off. */
  readonly stagings: readonly string[]
  readonly freedBytes: number
}

/**
 * Deletes what broken-off downloads and conversions have left, and what could not be deleted before. What a process
 * still works on stays.
 */
export async function cleanStore(layout: StoreLayout, locks: LockOptions): Promise<Cleaned> {
  await recoverStore(layout, locks)
  return writing(async () => {
    let freedBytes = await drop(layout.trash)
    const stagings: string[] = []
    for (const name of await readdir(layout.stagings).catch(() => [])) {
      const id = idOfFolder(name)
      const release = await acquireLock(layout.stagingLock(id), 0, locks).catch(nullIfBusy)
      if (release === null) continue
      freedBytes += await drop(join(layout.stagings, name))
      await release()
      stagings.push(id)
    }
    return { stagings, freedBytes }
  })
}

/** What can't be locked for any other reason isn't left in silence. */
function nullIfBusy(error: unknown): null {
  if (error instanceof TrivetError && error.code === 'store_busy') return null
  throw error
}

/** Returns the bytes that were in it. */
async function drop(folder: string): Promise<number> {
  const { files } = await walk(folder, () => true, { depth: 20, entries: 1_000_000 })
  await rm(folder, { recursive: true, force: true })
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
