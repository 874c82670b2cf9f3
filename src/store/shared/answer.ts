import { TrivetError } from '../../core/errors.ts'
import { SharedAway, type SharedLink } from './link.ts'

/** What can't be had without the shared server. Rejects with `shared_store_away`. */
export async function sharedAnswer<T>(link: SharedLink, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SharedAway)) throw error
    throw new TrivetError('shared_store_away', { url: link.status.url, reason: error.message }, null, { cause: error })
  }
}
