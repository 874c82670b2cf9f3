import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { idOfFolder, MANIFEST, type StoreLayout } from './layout.ts'
import { acquireLock, type LockOptions } from './lock.ts'

/**
 * Ends what a crash has interrupted between a model's old version and its new one: a staged folder gets its manifest
 * last, so one that has it is whole. Never rejects: what can't be done now is done another time.
 */
export async function recoverStore(layout: StoreLayout, locks: LockOptions): Promise<void> {
  for (const name of await readdir(layout.stagings).catch(() => [])) {
    const id = idOfFolder(name)
    if (await exists(layout.model(id))) continue
    if (!(await exists(join(layout.stagings, name, MANIFEST)))) continue
    // Whoever holds it is about to do the same.
    const release = await acquireLock(layout.stagingLock(id), 0, locks).catch(() => null)
    if (release === null) continue
    await rename(join(layout.stagings, name), layout.model(id)).catch(() => undefined)
    await release().catch(() => undefined)
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
