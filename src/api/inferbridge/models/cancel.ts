import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { type Endpoint, json } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { answers, MANAGES } from './doc.ts'
import type { Lifecycle } from './lifecycle.ts'

const schema = z.object({
  model: z.string().min(1).max(128),
  operation_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/),
})

/** Ends the work on a model that the client has seen begin. */
export function cancelEndpoint({ jobs }: Services, lifecycle: Lifecycle): Endpoint<z.infer<typeof schema>> {
  return {
    ...MANAGES,
    method: 'POST',
    path: '/v1/models/cancel',
    summary: 'Cancel loading or converting',
    body: schema,
    responses: answers('It is cancelled.'),
    async handle({ body: { model: name, operation_id } }) {
      const known = await lifecycle.find(name)
      const operation = lifecycle.operation(known.id)
      const told = { status: 'cancelled', operation_id, message: `Cancelled the work on '${known.id}'.` }
      if (operation === null || (operation.ended && operation.id !== operation_id)) {
        throw refused('no_active_operation', `Nothing is being done with the model \`${known.id}\`.`)
      }
      if (operation.id !== operation_id) {
        const reason = `The operation \`${operation_id}\` is over; \`${operation.id}\` is under way.`
        throw refused('stale_operation', reason, { current_operation_id: operation.id })
      }
      const cancel_mode = operation.type === 'convert' ? 'conversion' : 'preparation'
      if (operation.job.state === 'cancelled') {
        return json({ ...told, cancel_mode, already_cancelled: true, model: lifecycle.entry(known) })
      }
      if (operation.ended) throw refused('task_finished', `The operation \`${operation_id}\` is over.`)
      const ended = await jobs.cancel(operation.job.id)
      if (ended.state !== 'cancelled') throw refused('task_finished', `The operation \`${operation_id}\` is over.`)
      const model = await lifecycle.entryOf(known.id)
      return json({ ...told, operation_type: operation.type, cancel_mode, already_cancelled: false, model })
    },
  }
}

function refused(refusal: string, reason: string, more: Readonly<Record<string, string>> = {}): TrivetError {
  return new TrivetError('operation_refused', { refusal, reason, ...more })
}
