import type { JobControl } from '../../jobs/job.ts'
import type { Puller } from '../../models/pull/puller.ts'
import type { RepositoryReference } from '../../models/pull/reference.ts'

/**
 * Fetches the safetensors of a repository for as long as `use` takes. What was fetched is kept when that fails or is
 * interrupted: the next attempt goes on with it.
 */
export async function inSnapshot<T>(
  reference: RepositoryReference,
  puller: Puller,
  control: JobControl,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const snapshot = await puller.snapshot(reference, control)
  let made: T
  try {
    made = await use(snapshot.folder)
  } catch (error) {
    await snapshot.leave()
    throw error
  }
  await snapshot.discard()
  return made
}
