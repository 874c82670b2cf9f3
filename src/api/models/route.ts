import { z } from 'zod'
import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { encodeModel, modelSchema } from './encode.ts'
import { eventsEndpoint } from './events.ts'
import { loadEndpoint } from './load.ts'
import { resizeEndpoint, unloadEndpoint } from './unload.ts'

const listSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) }).meta({ id: 'ModelList' })

/** OpenAI's model list, each of its models by id, and what brings them into memory and out of it. */
export function modelEndpoints(services: Services): readonly Endpoint[] {
  const { scheduler } = services
  return [
    loadEndpoint(services),
    resizeEndpoint(services),
    unloadEndpoint(services),
    eventsEndpoint(services),
    {
      method: 'GET',
      path: '/v1/models',
      tag: 'Models',
      summary: 'List the models',
      description: 'Every model configured here, loaded or not. One that is `stopped` is loaded when it is asked for.',
      responses: { 200: { description: 'The models.', content: { 'application/json': listSchema } } },
      handle: () => json({ object: 'list', data: scheduler.models().map(encodeModel) }),
    },
    {
      method: 'GET',
      path: '/v1/models/*',
      rest: { name: 'model', description: 'The id, as it is or percent-encoded.' },
      tag: 'Models',
      summary: 'Describe one model',
      responses: { 200: { description: 'The model.', content: { 'application/json': modelSchema } } },
      handle: (call) => json(encodeModel(scheduler.model(call.rest))),
    },
  ]
}
