import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import { type ModelView, viewModel, viewModels } from '../models/catalogue-view.ts'
import type { Services } from '../services.ts'

const modelSchema = z
  .object({
    id: z.string().describe('`org/repo:PRECISION`, or the name alone where there is but one.'),
    object: z.literal('model'),
    created: z.int().describe('Seconds since the Unix epoch.'),
    owned_by: z.string().describe('The organization in its id.'),
  })
  .meta({ id: 'GeniexModel' })

const describedSchema = modelSchema
  .extend({ permission: z.array(z.object({})).describe('Nothing is kept from anybody.') })
  .meta({ id: 'GeniexModelResponse' })

const listSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) }).meta({ id: 'GeniexModelList' })

/** GenieX's models: those that generate, one for each precision. */
export function geniexModelEndpoints(services: Services): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      scope: 'read',
      path: '/v1/models',
      tag: 'GenieX',
      summary: 'List the models',
      errors: 'geniex',
      responses: { 200: jsonDoc('The models.', listSchema) },
      handle: async () => json({ object: 'list', data: (await viewModels(services)).filter(generates).map(encode) }),
    },
    {
      method: 'GET',
      scope: 'read',
      path: '/v1/models/*',
      rest: { name: 'model', description: 'The id, as it is or percent-encoded; the precision may be left out.' },
      tag: 'GenieX',
      summary: 'Describe one model',
      errors: 'geniex',
      responses: { 200: jsonDoc('The model.', describedSchema) },
      async handle({ rest }) {
        const view = await viewModel(services, rest).catch((error: unknown) => {
          throw asMissingPath(error)
        })
        return json({ ...encode(view), permission: [] })
      },
    },
  ]
}

/** Broken files are passed over, and models that only embed: there is nothing to ask them here. */
function generates({ stored }: ModelView): boolean {
  return (stored?.invalid ?? null) === null && stored?.facts?.capabilities.generate !== false
}

function encode({ status: { id, created, owner = 'local' } }: ModelView): z.infer<typeof modelSchema> {
  const slash = id.indexOf('/')
  return { id, object: 'model', created, owned_by: slash > 0 ? id.slice(0, slash) : (owner ?? 'upstream') }
}

/** Here the path names the model, no field does. */
function asMissingPath(error: unknown): unknown {
  const missing = error instanceof TrivetError && error.code === 'model_not_found'
  return missing ? new TrivetError(error.code, error.details) : error
}
