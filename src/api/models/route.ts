import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { catalogueEndpoints } from './catalogue-routes.ts'
import { viewModel, viewModels } from './catalogue-view.ts'
import { encodeModel, modelSchema } from './encode.ts'
import { eventsEndpoint } from './events.ts'
import { loadEndpoint } from './load.ts'
import { resizeEndpoint, unloadEndpoint } from './unload.ts'

const listSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) }).meta({ id: 'ModelList' })

/** OpenAI's model list, each of its models by id, and what brings them into memory and out of it. */
export function modelEndpoints(services: Services): readonly Endpoint[] {
  return [
    ...catalogueEndpoints(services),
    loadEndpoint(services),
    resizeEndpoint(services),
    unloadEndpoint(services),
    eventsEndpoint(services),
    {
      method: 'GET',
      path: '/v1/models',
      scope: 'read',
      tag: 'Models',
      summary: 'List the models',
      description:
        'Every model that is configured, kept or found here. One that is `stopped` is loaded when it is asked for; one ' +
        "that can't be loaded is `failed`, with the reason.",
      responses: { 200: jsonDoc('The models.', listSchema) },
      handle: async () => json({ object: 'list', data: (await viewModels(services)).map(encodeModel) }),
    },
    {
      method: 'GET',
      path: '/v1/models/*',
      scope: 'read',
      rest: { name: 'model', description: 'The id, as it is or percent-encoded; or any other name of it.' },
      tag: 'Models',
      summary: 'Describe one model',
      responses: { 200: jsonDoc('The model.', modelSchema) },
      handle: async (call) => json(encodeModel(await viewModel(services, call.rest))),
    },
  ]
}
