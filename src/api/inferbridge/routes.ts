import { INFERBRIDGE_RESPONSES } from '../../contracts/responses.ts'
import { openVinoName } from '../../core/compute/openvino.ts'
import { chatEndpoint } from '../chat/route.ts'
import type { Endpoint } from '../endpoint.ts'
import { creationEndpoint } from '../responses/creation.ts'
import { ResponseDesk } from '../responses/desk.ts'
import type { Services } from '../services.ts'
import { benchmarkEndpoints } from './benchmarks.ts'
import { inferbridgeChat } from './chat.ts'
import { budgetEndpoint } from './context-budget.ts'
import { devicesEndpoint } from './devices.ts'
import { inferbridgeEmbeddings } from './embeddings.ts'
import { inferbridgeExport } from './export.ts'
import { healthEndpoints } from './health.ts'
import { hubEndpoints } from './hub/routes.ts'
import { huggingFaceEndpoints } from './hugging-face.ts'
import { keyStatsEndpoint } from './keys.ts'
import { libraryEndpoints } from './library/routes.ts'
import { cancelEndpoint } from './models/cancel.ts'
import { convertEndpoint } from './models/convert.ts'
import { deleteEndpoint } from './models/delete.ts'
import { Lifecycle } from './models/lifecycle.ts'
import { listEndpoint } from './models/list.ts'
import { loadEndpoints } from './models/load.ts'
import { recoveryEndpoints } from './models/recovery.ts'
import { registerEndpoints } from './models/register.ts'
import { Revisions } from './models/revisions.ts'
import { searchEndpoint } from './models/search.ts'
import { onboardingEndpoints } from './onboarding/routes.ts'
import { inferbridgeResponses } from './responses.ts'
import { statusEndpoints } from './status/route.ts'
import { strictScheduler } from './strict-scheduler.ts'

/** The routes of InferBridge's server, as its clients expect them. */
export function inferbridgeEndpoints(given: Services): readonly Endpoint[] {
  const services: Services = {
    ...given,
    scheduler: strictScheduler(given),
    newId: (prefix) => given.newId(prefix.replace(/[-_]?$/, '-')),
  }
  const { compute } = given.setup
  const device = compute === null ? 'AUTO' : openVinoName(compute)
  const lifecycle = new Lifecycle(services, new Revisions(given.jobs, given.clock), device)
  // A benchmark opens what it measures, wherever that is.
  const onboarding: Services = { ...services, scheduler: given.scheduler }
  return [
    chatEndpoint(services, inferbridgeChat),
    inferbridgeExport(given),
    budgetEndpoint(services),
    creationEndpoint(services, new ResponseDesk(services, INFERBRIDGE_RESPONSES), inferbridgeResponses(services)),
    inferbridgeEmbeddings(services),
    listEndpoint(services, lifecycle),
    ...registerEndpoints(services, lifecycle),
    searchEndpoint(services),
    convertEndpoint(services, lifecycle),
    ...loadEndpoints(services, lifecycle),
    deleteEndpoint(services, lifecycle),
    cancelEndpoint(services, lifecycle),
    ...recoveryEndpoints(services, lifecycle),
    ...statusEndpoints(services, lifecycle),
    devicesEndpoint(services, device),
    keyStatsEndpoint(services),
    ...benchmarkEndpoints(given, lifecycle),
    ...libraryEndpoints(services, lifecycle),
    ...huggingFaceEndpoints(services, lifecycle),
    ...hubEndpoints(services, lifecycle),
    ...onboardingEndpoints(onboarding, lifecycle),
    ...healthEndpoints(services, device),
  ]
}
