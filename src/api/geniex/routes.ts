import { chatEndpoint } from '../chat/route.ts'
import { completionEndpoint } from '../completions/route.ts'
import type { Endpoint } from '../endpoint.ts'
import { logitsEndpoint } from '../logits/route.ts'
import type { Services } from '../services.ts'
import { geniexChat } from './chat.ts'
import { geniexCompletions } from './completions.ts'
import { geniexModelEndpoints } from './models.ts'
import { geniexPages } from './pages.ts'
import { requirePrecision } from './precision.ts'

/** The routes of GenieX's server, as its clients expect them. */
export function geniexEndpoints(services: Services): readonly Endpoint[] {
  const api: readonly Endpoint[] = [
    chatEndpoint(services, geniexChat),
    completionEndpoint(services, geniexCompletions),
    logitsEndpoint(services, {
      tag: 'GenieX',
      errors: 'geniex',
      check: ({ model }) => requirePrecision(model, services),
    }),
    ...geniexModelEndpoints(services),
  ]
  return [...api, ...geniexPages(api, services)]
}
