import { z } from 'zod'
import { onAbort } from '../../core/abort.ts'
import { keptContext } from '../../core/kept-context.ts'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import type { ModelStatus, Scheduler } from '../../scheduler/scheduler.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { viewKnown, viewOf } from './catalogue-view.ts'
import { encodeModel, modelSchema } from './encode.ts'

const eventSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('model.state'), model: modelSchema }),
    z.object({ type: z.literal('model.removed'), id: z.string() }),
  ])
  .meta({ id: 'ModelEvent' })

/** What becomes of the models, as it happens. */
export function eventsEndpoint({ scheduler, catalogue }: Services): Endpoint {
  return {
    method: 'GET',
    path: '/v1/models/events',
    scope: 'read',
    tag: 'Models',
    summary: 'Follow the models',
    description:
      'First every model as it is, then each that is new, or whose state, instances, settings or names have changed, and ' +
      'the id of each that is gone, until the client leaves.',
    responses: { 200: { description: 'The changes.', content: { 'text/event-stream': eventSchema } } },
    handle: ({ signal }) => ({
      kind: 'events',
      format: 'named',
      events: keptContext(changes(scheduler, catalogue, signal)),
    }),
  }
}

async function* changes(
  scheduler: Scheduler,
  catalogue: Catalogue,
  signal: AbortSignal,
): AsyncGenerator<z.infer<typeof eventSchema>> {
  /** By id; of a model that changes faster than it is read, the latest is enough. `null`: it is gone. */
  const news = new Map<string, ModelStatus | null>()
  let wake = () => {}
  const stopListening = [
    scheduler.onChange((status) => {
      news.set(status.id, status)
      wake()
    }),
    catalogue.onChange(({ added, changed, removed }) => {
      const present = new Map(viewKnown({ scheduler, catalogue }).map(({ status }) => [status.id, status]))
      for (const id of [...added, ...changed, ...removed]) news.set(id, present.get(id) ?? null)
      wake()
    }),
  ]
  try {
    for (const { status } of viewKnown({ scheduler, catalogue })) news.set(status.id, status)
    while (!signal.aborted) {
      const [next] = news
      if (next) {
        const [id, status] = next
        news.delete(id)
        if (status === null) yield { type: 'model.removed', id }
        else yield { type: 'model.state', model: encodeModel(viewOf(catalogue, status)) }
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
    for (const stop of stopListening) stop()
  }
}
