import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Operation } from './operation.ts'

const schema = z.object({
  model: z.string().min(1).max(128),
  operation_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/),
})

/** Ends the work on a model that the client has seen begin. */
export function cancelEndpoint({ jobs }: Services, lifecycle: Lifecycle): Endpoint {
  return inferbridgeRoute('POST /v1/models/cancel', {
    summary: 'Cancel loading or converting',
    body: schema,
    tells: 'It is cancelled.',
    async answer({ body: { model: name, operation_id } }) {
      const { id } = await lifecycle.find(name)
      const operation = meant(lifecycle.operation(id), operation_id, id)
      const already = operation.job.state === 'cancelled'
      const over = new TrivetError('operation_refused', {
        refusal: 'task_finished',
        reason: `The operation \`${operation_id}\` is over.`,
      })
      if (operation.ended && !already) throw over
      if (!already && (await jobs.cancel(operation.job.id)).state !== 'cancelled') throw over
      return {
        ...(await lifecycle.toldNow(id, `Cancelled the work on '${id}'.`, 'cancelled')),
        operation_id,
        ...(!already && { operation_type: operation.type }),
        cancel_mode: operation.type === 'convert' ? 'conversion' : 'preparation',
        already_cancelled: already,
      }
    },
  })
}

/** The last operation, where the id is its. Throws `operation_refused`. */
function meant(operation: Operation | null, wanted: string, model: string): Operation {
  if (operation === null || (operation.ended && operation.id !== wanted)) {
    const reason = `Nothing is being done with the model \`${model}\`.`
    throw new TrivetError('operation_refused', { refusal: 'no_active_operation', reason })
  }
  if (operation.id === wanted) return operation
  const reason = `The operation \`${wanted}\` is over; \`${operation.id}\` is under way.`
  throw new TrivetError('operation_refused', {
    refusal: 'stale_operation',
    reason,
    current_operation_id: operation.id,
  })
}
