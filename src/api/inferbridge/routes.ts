import { chatEndpoint } from '../chat/route.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { inferbridgeChat } from './chat.ts'

/** The routes of InferBridge's server, as its clients expect them. */
export function inferbridgeEndpoints(services: Services): readonly Endpoint[] {
  return [chatEndpoint(services, inferbridgeChat)]
}
