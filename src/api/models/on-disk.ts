import { isAbsolute } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import type { ModelStatus } from '../../scheduler/scheduler.ts'
import type { Services } from '../services.ts'

type Sources = Pick<Services, 'scheduler' | 'catalogue'>

/**
 * What is done to a model of the catalogue, refused in words when the scheduler lists one of this name that is none: it
 * was loaded by its path, or is another server's. Rejects with `model_not_kept`, or as `change`.
 * @param param the field that names the model; `null`: none does
 */
export async function onDisk<T>(
  name: string,
  sources: Sources,
  param: string | null,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const unknown = error instanceof TrivetError && error.code === 'model_not_found'
    const listed = unknown ? sources.scheduler.models().find(({ id }) => id === name) : undefined
    if (listed === undefined) throw error
    throw new TrivetError('model_not_kept', { model: name, reason: reasonOf(listed, sources) }, param, { cause: error })
  }
}

function reasonOf({ path }: ModelStatus, { catalogue }: Sources): string {
  // What is loaded by its path has an absolute one; those of other servers have an address.
  if (!isAbsolute(path)) return 'it belongs to another server. Ask that one.'
  const lasting = catalogue.list().find((stored) => stored.path === path)
  const advice = lasting
    ? `Ask for \`${lasting.id}\`, which is the same file.`
    : `Put ${path} into a folder of models or among the models of the settings, and ask for it by its id there.`
  return `it was loaded by its path, and has this name only until it is unloaded. ${advice}`
}
