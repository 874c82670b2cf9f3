import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'
import type { Lifecycle } from './lifecycle.ts'

const schema = z.object({ model: z.string().min(1) })

const GB = 1024 ** 3

/** Deletes a model's files. What was registered stays so. */
export function deleteEndpoint({ catalogue }: Services, lifecycle: Lifecycle): Endpoint {
  return inferbridgeRoute('POST /v1/models/delete', {
    summary: "Delete a model's files",
    body: schema,
    tells: 'They are gone, or there were none.',
    async answer({ body }) {
      const known = await lifecycle.find(body.model)
      const { id, view, status } = known
      if (status !== null && status.state !== 'stopped' && status.state !== 'failed') {
        throw new TrivetError('model_in_use', { model: id }, 'model')
      }
      lifecycle.requireRest(known)
      if (view === null) {
        return { ...(await lifecycle.told(known, `There are no files of '${id}' here.`, 'noop')), freed_gb: 0 }
      }
      if (!view.stored?.owned) {
        const reason = `The files of \`${id}\` are not Trivet's own: it only reads them.`
        throw new TrivetError('invalid_value', { reason }, 'model')
      }
      await catalogue.remove(id)
      const gone = { ...known, view: null, status: null }
      return {
        ...(await lifecycle.told(gone, `The files of '${id}' are deleted.`, 'deleted')),
        freed_gb: Math.round((view.stored.sizeBytes / GB) * 100) / 100,
        freed_bytes: view.stored.sizeBytes,
      }
    },
  })
}
