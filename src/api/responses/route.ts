import { UNIFIED_RESPONSES } from '../../contracts/responses.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { creationEndpoints } from './creation.ts'
import { ResponseDesk } from './desk.ts'
import { retrievalEndpoints } from './retrieval.ts'

/** OpenAI's Responses API, with memory. */
export function responsesEndpoints(services: Services): readonly Endpoint[] {
  const desk = new ResponseDesk(services, UNIFIED_RESPONSES)
  return [...creationEndpoints(services, desk), ...retrievalEndpoints(desk)]
}
