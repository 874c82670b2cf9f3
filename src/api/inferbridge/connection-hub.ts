import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { answers, NO_STORE, READS } from './models/doc.ts'
import { knownModels } from './models/known.ts'
import type { Lifecycle } from './models/lifecycle.ts'

const UI_HEADER = 'x-ov-llm-ui'

/** What a local page needs to know to show how programs connect: for pages of this machine alone. */
export function connectionHubEndpoint(services: Services, lifecycle: Lifecycle): Endpoint {
  const { scheduler, keys, phase } = services
  return {
    ...READS,
    localHeader: UI_HEADER,
    method: 'GET',
    path: '/internal/connection-hub',
    summary: 'Tell how to connect',
    responses: answers('The connection.'),
    async handle({ host }) {
      const ready = scheduler.models().filter(({ state }) => state === 'ready')
      const usable = ready.filter(({ loaded }) => loaded?.capabilities.generate ?? false)
      const required = !keys.isEmpty()
      const models = (await knownModels(services)).map((known) => {
        const { id, name, backend, status, is_loaded } = lifecycle.entry(known)
        const generation_capable = backend !== 'openvino-embeddings'
        return {
          id,
          name,
          backend,
          status,
          loaded: is_loaded,
          generation_capable,
          busy: (known.status?.running ?? 0) > 0,
        }
      })
      const hub = {
        runtime_state: phase() === 'draining' ? 'shutting_down' : 'available',
        base_url: `http://${host}/v1`,
        api_root: '/v1',
        listen_host: host.replace(/:\d+$/, ''),
        port: Number(/:(\d+)$/.exec(host)?.[1] ?? 80),
        authentication: {
          enabled: required,
          required,
          label: required ? 'API key' : 'No key',
          api_key_placeholder: required ? 'YOUR_API_KEY' : 'not-needed',
        },
        models,
        loaded_model_ids: ready.map(({ id }) => id),
        usable_model_ids: usable.map(({ id }) => id),
        lan: { enabled: false, classification: 'loopback', label: 'This computer only', detail: '', url: null },
      }
      return { ...json(hub), headers: NO_STORE }
    },
  }
}
