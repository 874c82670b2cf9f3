import { z } from 'zod'
import { onAbort } from '../../core/abort.ts'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import type { ModelStatus, Scheduler } from '../../scheduler/scheduler.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { viewOf } from './catalogue-view.ts'
import { encodeModel, modelSchema } from './encode.ts'

const eventSchema = z.object({ type: z.literal('model.state'), model: modelSchema }).meta({ id: 'ModelEvent' })

/** What becomes of the models, as it happens. */
export function eventsEndpoint({ scheduler, catalogue }: Services): Endpoint {
  return {
    method: 'GET',
    path: '/v1/models/events',
    tag: 'Models',
    summary: 'Follow the models',
    description:
      'First every model as it is, then each whose state, instances or settings have changed, until the client leaves.',
    responses: { 200: { description: 'The changes.', content: { 'text/event-stream': eventSchema } } },
    handle: ({ signal }) => ({ kind: 'events', format: 'named', events: changes(scheduler, catalogue, signal) }),
  }
}

async function* changes(
  scheduler: Scheduler,
  catalogue: Catalogue,
  signal: AbortSignal,
): AsyncGenerator<z.infer<typeof eventSchema>> {
  /** By id: of a model that changes faster than it is read, the latest is enough. */
  const news = new Map<string, ModelStatus>()
  let wake = () => {}
  const stopListening = scheduler.onChange((status) => {
    news.set(status.id, status)
    wake()
  })
  try {
    for (const status of scheduler.models()) news.set(status.id, status)
    while (!signal.aborted) {
      const [next] = news.values()
      if (next) {
        news.delete(next.id)
        yield { type: 'model.state', model: encodeModel(viewOf(catalogue, next)) }
        continue
      }
      await new Promise<void>((resolve) => {
        const forget = onAbort(signal, resolve)
        wake = () => {
          forget()
          resolve()
        }
      })
    }
  } finally {
    stopListening()
  }
}
