import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'
import { knownModels } from './known.ts'
import type { Lifecycle } from './lifecycle.ts'

/** The whole catalogue, loaded or not, in OpenAI's form. */
export function listEndpoint(services: Services, lifecycle: Lifecycle): Endpoint {
  return inferbridgeRoute('GET /v1/models', {
    summary: 'List the catalogue',
    tells: 'The models.',
    async answer() {
      await services.catalogue.refresh()
      const created = Math.floor(services.clock.now() / 1000)
      const data = (await knownModels(services)).map((known) => {
        const { id, name, description, status } = lifecycle.entry(known)
        return { id, object: 'model', created, owned_by: 'openvino', name, description, status }
      })
      return { object: 'list', data }
    },
  })
}
