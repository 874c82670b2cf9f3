import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { type Endpoint, json } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { answers, MANAGES } from './doc.ts'
import type { Lifecycle } from './lifecycle.ts'

const schema = z.object({ model: z.string().min(1) })

const GB = 1024 ** 3

/** Deletes a model's files. What was registered stays so. */
export function deleteEndpoint({ catalogue }: Services, lifecycle: Lifecycle): Endpoint<z.infer<typeof schema>> {
  return {
    ...MANAGES,
    method: 'POST',
    path: '/v1/models/delete',
    summary: "Delete a model's files",
    body: schema,
    responses: answers('They are gone, or there were none.'),
    async handle({ body }) {
      const known = await lifecycle.find(body.model)
      const { id, view, status } = known
      if (status !== null && status.state !== 'stopped' && status.state !== 'failed') {
        throw new TrivetError('model_in_use', { model: id }, 'model')
      }
      lifecycle.requireRest(known)
      if (view === null) {
        const message = `There are no files of '${id}' here.`
        return json({ status: 'noop', message, freed_gb: 0, model: lifecycle.entry(known) })
      }
      if (!view.stored?.owned) {
        const reason = `The files of \`${id}\` are not Trivet's own: it only reads them.`
        throw new TrivetError('invalid_value', { reason }, 'model')
      }
      await catalogue.remove(id)
      const freed = view.stored.sizeBytes
      const model = known.definition === null ? null : await lifecycle.entryOf(id).catch(() => null)
      return json({
        status: 'deleted',
        message: `The files of '${id}' are deleted.`,
        freed_gb: Math.round((freed / GB) * 100) / 100,
        freed_bytes: freed,
        model: model ?? { ...lifecycle.entry({ ...known, view: null, status: null }) },
      })
    },
  }
}
