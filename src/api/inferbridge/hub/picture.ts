import { isLoaded } from '../../../scheduler/only-loaded.ts'
import type { Services } from '../../services.ts'
import { knownModels } from '../models/known.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { lanOf } from './lan.ts'

/** What a local page needs to know to show how programs connect. */
export async function connectionPicture(services: Services, lifecycle: Lifecycle, host: string) {
  const { scheduler, keys, phase, setup } = services
  const loaded = scheduler.models().filter(isLoaded)
  const required = !keys.isEmpty()
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 80)
  const models = (await knownModels(services)).map((known) => {
    const { id, name, backend, status, is_loaded } = lifecycle.entry(known)
    const generation_capable = backend !== 'openvino-embeddings'
    const busy = (known.status?.running ?? 0) > 0
    return { id, name, backend, status, loaded: is_loaded, generation_capable, busy }
  })
  return {
    runtime_state: phase() === 'draining' ? 'shutting_down' : 'available',
    base_url: `http://${host}/v1`,
    api_root: '/v1',
    listen_host: setup.host,
    port,
    authentication: {
      enabled: required,
      required,
      label: required ? 'API key' : 'No key',
      api_key_placeholder: required ? 'YOUR_API_KEY' : 'not-needed',
    },
    models,
    loaded_model_ids: loaded.map(({ id }) => id),
    usable_model_ids: generating(scheduler),
    lan: lanOf(setup.host, port, required),
  }
}

/** Ids of the models that write and answer now. */
export function generating(scheduler: Services['scheduler']): readonly string[] {
  const usable = scheduler.models().filter((model) => isLoaded(model) && model.loaded?.capabilities.generate)
  return usable.map(({ id }) => id)
}
