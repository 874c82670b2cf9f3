import { onlyLoaded } from '../../scheduler/only-loaded.ts'
import { chatEndpoint } from '../chat/route.ts'
import { platformsEndpoint } from '../devices/route.ts'
import { embeddingsEndpoint } from '../embeddings/route.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { llamapiChat } from './chat.ts'
import { llamapiEmbeddings } from './embeddings.ts'
import { llamapiHealth } from './health.ts'
import { llamapiLoad, llamapiResize, llamapiUnload } from './load.ts'
import { llamapiModelEndpoints } from './model.ts'

/** The routes of LlamaPi's server, as its clients expect them: they load models themselves. */
export function llamapiEndpoints(services: Services): readonly Endpoint[] {
  const loaded = { ...services, scheduler: onlyLoaded(services.scheduler) }
  return [
    chatEndpoint(loaded, llamapiChat),
    embeddingsEndpoint(loaded, llamapiEmbeddings),
    ...llamapiModelEndpoints(services),
    llamapiLoad(services),
    llamapiResize(services),
    llamapiUnload(services),
    { ...platformsEndpoint(services), tag: 'LlamaPi', errors: 'llamapi' },
    llamapiHealth,
  ]
}
