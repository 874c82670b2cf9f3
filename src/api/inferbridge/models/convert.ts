import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { type Endpoint, json } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { answers, MANAGES } from './doc.ts'
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
export function convertEndpoint(services: Services, lifecycle: Lifecycle): Endpoint<z.infer<typeof schema>> {
  return {
    ...MANAGES,
    method: 'POST',
    path: '/v1/models/convert',
    summary: 'Begin to fetch and convert a model',
    body: schema,
    responses: answers('It has begun, or was there already.'),
    async handle({ body }) {
      const known = await lifecycle.find(body.model)
      const { id, definition, status } = known
      const device = await lifecycle.device(body.device ?? definition?.device)
      if (status?.state === 'ready') throw new TrivetError('model_in_use', { model: id }, 'model')
      lifecycle.requireRest(known)
      if (status !== null && !body.weight_format) {
        if (body.load_after) await lifecycle.load(known, device)
        const model = await lifecycle.entryOf(id)
        const message = `The model '${id}' is already converted.`
        return json({ status: model.status, message, model })
      }
      if (definition === null) {
        const reason = `The model \`${id}\` has no source that it could be fetched from.`
        throw new TrivetError('invalid_value', { reason }, 'model')
      }
      const { weight_format, group_size, ratio, sym } = body
      const wanted = { ...definition, weightFormat: weight_format ?? definition.weightFormat }
      const type = { group_size, ratio, sym }
      services.jobs.start(
        fetchSpec(services, wanted, { type, device: body.load_after ? (device ?? definition.device) : null }),
      )
      const model = await lifecycle.entryOf(id)
      return json({ status: model.status, message: `Fetching '${id}' from ${definition.source}.`, model })
    },
  }
}
