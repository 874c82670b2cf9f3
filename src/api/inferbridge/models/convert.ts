import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { isLoaded } from '../../../scheduler/only-loaded.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'
import { fetchSpec } from './fetch.ts'
import type { Lifecycle } from './lifecycle.ts'

const schema = z.object({
  model: z.string().min(1),
  device: z.string().nullish(),
  load_after: z.boolean().default(true),
  weight_format: z.enum(['int4', 'int8', 'fp16']).nullish(),
  group_size: z.int().min(-1).nullish(),
  ratio: z.number().min(0).max(1).nullish(),
  sym: z.boolean().nullish(),
  trust_remote_code: z.boolean().nullish(),
})

/** Fetches a model of the catalogue, as GGUF or made into it, and loads it after. */
export function convertEndpoint(services: Services, lifecycle: Lifecycle): Endpoint {
  return inferbridgeRoute('POST /v1/models/convert', {
    summary: 'Begin to fetch and convert a model',
    body: schema,
    tells: 'It has begun, or was there already.',
    async answer({ body }) {
      const known = await lifecycle.find(body.model)
      const { id, definition, status } = known
      const device = await lifecycle.device(body.device)
      if (status !== null && isLoaded(status)) throw new TrivetError('model_in_use', { model: id }, 'model')
      lifecycle.requireRest(known)
      if (status !== null && !body.weight_format) {
        if (body.load_after) await lifecycle.load(known, device)
        return lifecycle.toldNow(id, `The model '${id}' is already converted.`)
      }
      if (definition === null) {
        const reason = `The model \`${id}\` has no source that it could be fetched from.`
        throw new TrivetError('invalid_value', { reason }, 'model')
      }
      const { weight_format, group_size, ratio, sym } = body
      const wanted = { ...definition, weightFormat: weight_format ?? definition.weightFormat }
      const after = body.load_after ? await lifecycle.deviceAfter(device, definition) : null
      services.jobs.start(fetchSpec(services, wanted, { type: { group_size, ratio, sym }, device: after }))
      return lifecycle.toldNow(id, `Fetching '${id}' from ${definition.source}.`)
    },
  })
}
