import type { StoreLayout } from './layout.ts'
import { acquireLock, type LockOptions } from './lock.ts'
import { writing } from './unwritable.ts'

/** Changes of the store are renames and small files: whoever waits longer waits for something that is stuck. */
const PATIENCE_MS = 10_000

/** Runs work that changes the store, one at a time among all processes. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>

/** Rejects as the work does, or with `store_busy` or `store_unwritable`. */
export function exclusive({ storeLock }: StoreLayout, locks: LockOptions): Exclusive {
  return (work) =>
    writing(async () => {
      const release = await acquireLock(storeLock, PATIENCE_MS, locks)
      try {
        return await work()
      } finally {
        await release()
      }
    })
}
