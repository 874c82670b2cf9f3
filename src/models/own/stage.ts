import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkModelId } from '../ids/id.ts'
import { MANIFEST, type StoreLayout } from './layout.ts'
import { acquireLock, type LockOptions } from './lock.ts'
import { makeFolder } from './make-folder.ts'
import type { Staging } from './publisher.ts'
import { writing } from './unwritable.ts'

/** See `Publisher.stage`. */
export async function stageModel(
  id: string,
  fresh: boolean,
  layout: StoreLayout,
  locks: LockOptions,
): Promise<Staging> {
  checkModelId(id, 'model')
  const folder = layout.staging(id)
  return writing(async () => {
    const leave = await acquireLock(layout.stagingLock(id), 0, locks)
    try {
      if (fresh) await rm(folder, { recursive: true, force: true })
      await makeFolder(folder)
      // What is written from now on may be other than it tells.
      await rm(join(folder, MANIFEST), { force: true })
    } catch (error) {
      await leave()
      throw error
    }
    return {
      id,
      folder,
      leave,
      async discard() {
        await rm(folder, { recursive: true, force: true })
        await leave()
      },
    }
  })
}
