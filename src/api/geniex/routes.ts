import { chatEndpoint } from '../chat/route.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { geniexChat } from './chat.ts'

/** The routes of GenieX's server, as its clients expect them. */
export function geniexEndpoints(services: Services): readonly Endpoint[] {
  return [chatEndpoint(services, geniexChat)]
}
