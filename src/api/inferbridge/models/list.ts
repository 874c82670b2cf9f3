import { type Endpoint, json } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { answers, READS } from './doc.ts'
import { displayName, statusOf } from './entry.ts'
import { knownModels } from './known.ts'
import type { Lifecycle } from './lifecycle.ts'

/** The whole catalogue, loaded or not, in OpenAI's form. */
export function listEndpoint(services: Services, lifecycle: Lifecycle): Endpoint {
  return {
    ...READS,
    method: 'GET',
    path: '/v1/models',
    summary: 'List the catalogue',
    responses: answers('The models.'),
    async handle() {
      await services.catalogue.refresh()
      const created = Math.floor(services.clock.now() / 1000)
      const data = (await knownModels(services)).map((known) => {
        const status = statusOf(known, lifecycle.operation(known.id))
        const name = displayName(known, status)
        const description = known.definition?.description ?? known.status?.loaded?.model.description ?? ''
        return { id: known.id, object: 'model', created, owned_by: 'openvino', name, description, status }
      })
      return json({ object: 'list', data })
    },
  }
}
