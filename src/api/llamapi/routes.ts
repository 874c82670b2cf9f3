import { chatEndpoint } from '../chat/route.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { llamapiChat } from './chat.ts'

/** The routes of LlamaPi's server, as its clients expect them. */
export function llamapiEndpoints(services: Services): readonly Endpoint[] {
  return [chatEndpoint(services, llamapiChat)]
}
