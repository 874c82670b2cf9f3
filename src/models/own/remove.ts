import { rm } from 'node:fs/promises'
import { TrivetError } from '../../core/errors.ts'
import type { Exclusive } from './exclusive.ts'
import type { StoreLayout } from './layout.ts'
import { readNames, withoutModel, writeNames } from './names.ts'
import { toTrash } from './publish.ts'

/**
 * Takes the model and whatever names it away at once; its bytes are freed before this resolves. Rejects with
 * `model_not_found` when another process was faster.
 */
export async function removeModel(
  id: string,
  folder: string,
  layout: StoreLayout,
  exclusive: Exclusive,
): Promise<void> {
  const old = await exclusive(async () => {
    const names = await readNames(layout.names)
    const away = await toTrash(layout, folder).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new TrivetError('model_not_found', { model: id }, 'model') : error
    })
    await writeNames(layout.names, withoutModel(names, id))
    return away
  })
  // A later `clean` gets what can't be deleted now, such as a file that Windows holds open.
  await rm(old, { recursive: true, force: true }).catch(() => undefined)
}
