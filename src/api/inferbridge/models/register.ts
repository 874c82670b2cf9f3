import { TrivetError } from '../../../core/errors.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import type { Endpoint } from '../../endpoint.ts'
import { customSchema, decodeDefinition, registerSchema } from '../../registry/fields.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'
import { fetchSpec } from './fetch.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Adding models to the catalogue, by where they come from. */
export function registerEndpoints(services: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  const { definitions, jobs } = services
  return [
    inferbridgeRoute('POST /v1/models/register', {
      summary: 'Add a model to the catalogue',
      body: registerSchema,
      tells: 'It is known now.',
      async answer({ body }) {
        const definition = decodeDefinition(body)
        const { id } = definition
        fetchSpec(services, definition, { type: {}, device: null })
        if ((await definitions.find(id)) !== null) {
          const reason = `The model id \`${id}\` is already registered.`
          throw new TrivetError('invalid_value', { reason }, 'model_id')
        }
        await definitions.add(definition)
        return lifecycle.toldNow(id, `The model '${id}' is registered.`, 'registered')
      },
    }),
    inferbridgeRoute('POST /v1/models/download-custom', {
      summary: 'Add a model and fetch it',
      body: customSchema,
      tells: 'It has begun.',
      async answer({ body }) {
        const definition = decodeDefinition(body)
        const { group_size, ratio, sym } = body
        const device = body.load_after ? await lifecycle.deviceAfter(null, definition) : null
        const spec = fetchSpec(services, definition, { type: { group_size, ratio, sym }, device })
        refuseOther(await definitions.find(definition.id), definition)
        await definitions.add(definition)
        jobs.start(spec)
        return lifecycle.toldNow(definition.id, `Fetching '${definition.id}' from ${definition.source}.`)
      },
    }),
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
