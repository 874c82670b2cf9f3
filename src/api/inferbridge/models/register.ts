import type { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import { type Endpoint, json } from '../../endpoint.ts'
import { customSchema, decodeDefinition, registerSchema } from '../../registry/fields.ts'
import type { Services } from '../../services.ts'
import { answers, MANAGES } from './doc.ts'
import { fetchSpec } from './fetch.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Adding models to the catalogue, by where they come from. */
export function registerEndpoints(
  services: Services,
  lifecycle: Lifecycle,
): readonly [Endpoint<z.infer<typeof registerSchema>>, Endpoint<z.infer<typeof customSchema>>] {
  const { definitions, jobs } = services
  const common = { ...MANAGES, method: 'POST' } as const
  return [
    {
      ...common,
      path: '/v1/models/register',
      summary: 'Add a model to the catalogue',
      body: registerSchema,
      responses: answers('It is known now.'),
      async handle({ body }) {
        const definition = decodeDefinition(body)
        fetchSpec(services, definition, { type: {}, device: null })
        if ((await definitions.find(definition.id)) !== null) {
          const reason = `The model id \`${definition.id}\` is already registered.`
          throw new TrivetError('invalid_value', { reason }, 'model_id')
        }
        await definitions.add(definition)
        const model = await lifecycle.entryOf(definition.id)
        return json({ status: 'registered', message: `The model '${definition.id}' is registered.`, model })
      },
    },
    {
      ...common,
      path: '/v1/models/download-custom',
      summary: 'Add a model and fetch it',
      body: customSchema,
      responses: answers('It has begun.'),
      async handle({ body }) {
        const definition = decodeDefinition(body)
        const { group_size, ratio, sym } = body
        const device = body.load_after ? definition.device : null
        const spec = fetchSpec(services, definition, { type: { group_size, ratio, sym }, device })
        refuseOther(await definitions.find(definition.id), definition)
        await definitions.add(definition)
        jobs.start(spec)
        const model = await lifecycle.entryOf(definition.id)
        return json({ status: model.status, message: `Fetching '${definition.id}' from ${definition.source}.`, model })
      },
    },
  ]
}

/** Throws `model_busy` about an id that stands for something else, naming what differs. */
function refuseOther(known: Definition | null, wanted: Definition): void {
  if (known === null) return
  const differing = (Object.keys(wanted) as (keyof Definition)[]).filter((key) => known[key] !== wanted[key])
  if (differing.length === 0) return
  const reason = `The model \`${wanted.id}\` is registered already, with another ${differing.join(', ')}.`
  throw new TrivetError('model_busy', { reason }, 'model_id')
}
