import { z } from 'zod'
import { createClient } from '../../../verify/client.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { inferbridgeRoute } from '../route.ts'
import { connectionPicture, generating } from './picture.ts'
import { type Obstacle, selfTest } from './self-test.ts'

/** Pages of other sites can't send it. */
const UI_HEADER = 'x-ov-llm-ui'

/** Longer than any of its answers takes. */
const LIMIT_MS = 60_000

const schema = z.object({ model_id: z.string().min(1).max(128).nullish() })

/** How programs connect, and whether they can: for pages of this machine alone. */
export function hubEndpoints(services: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  const { scheduler, keys, phase, self } = services
  let running = false

  /** Why no model can be asked, or which. */
  function chosen(wanted: string | null): { readonly model: string; readonly obstacle: Obstacle } {
    const usable = generating(scheduler)
    const model = wanted ?? (usable.length === 1 ? usable[0] : undefined) ?? ''
    if (usable.includes(model)) return { model, obstacle: null }
    if (wanted !== null)
      return { model, obstacle: `${wanted} is no chat model that is loaded. Load it, or choose another.` }
    const many = usable.length > 1
    return {
      model,
      obstacle: many ? 'Several chat models are loaded. Choose one.' : 'No chat model is loaded. Load one.',
    }
  }

  return [
    inferbridgeRoute('GET /internal/connection-hub', {
      localHeader: UI_HEADER,
      summary: 'Tell how to connect',
      tells: 'The connection.',
      answer: ({ host }) => connectionPicture(services, lifecycle, host),
    }),
    inferbridgeRoute('POST /internal/connection-hub/self-test', {
      localHeader: UI_HEADER,
      summary: 'Try whether programs can connect',
      body: schema,
      tells: 'What was tried.',
      async answer({ body, credential, signal }) {
        const { model, obstacle } = chosen(body.model_id ?? null)
        const already = running
        const all = () => {
          if (already) return 'Another self-test is running. Wait until it is done.'
          return phase() === 'draining' ? 'The server is shutting down.' : null
        }
        const generation = () =>
          obstacle ?? (scheduler.model(model).running > 0 ? `${model} is answering. Wait until it is done.` : null)
        running = true
        try {
          const { url, fetch } = await self()
          const until = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
          const client = createClient({ url: `${url}/inferbridge`, key: credential, signal: until, fetch })
          const target = { client, model, embeddingModel: '' }
          const tests = await selfTest(target, { all, generation }, !keys.isEmpty(), () => performance.now())
          return { model_id: model || null, tests }
        } finally {
          running = already
        }
      },
    }),
  ]
}
