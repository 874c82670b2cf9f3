import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { modelOf } from './decode-load.ts'
import { encodeReport, reportSchema } from './load.ts'
import { type ResizeFields, resizeSchema, type UnloadFields, unloadSchema } from './load-schema.ts'

const unloadedSchema = z
  .object({ success: z.literal(true), message: z.string(), status: z.literal('unloaded'), model: z.string() })
  .meta({ id: 'Unloaded' })

export function unloadEndpoint({ scheduler }: Services): Endpoint<UnloadFields> {
  return {
    method: 'POST',
    path: '/v1/models/unload',
    scope: 'manage',
    tag: 'Models',
    summary: 'Unload a model',
    description:
      'Answers once its memory is free: requests that run or wait are finished first, for `timeout` seconds at most. A ' +
      'request that comes later loads it anew, as it is configured: what `load` set is forgotten.',
    body: unloadSchema,
    responses: { 200: jsonDoc('It is unloaded.', unloadedSchema) },
    async handle({ body }) {
      const id = modelOf(body)
      await scheduler.unload(id, typeof body.timeout === 'number' ? body.timeout * 1000 : undefined)
      return json({ success: true, message: `model '${id}' unloaded`, status: 'unloaded', model: id })
    },
  }
}

export function resizeEndpoint({ scheduler, catalogue }: Services): Endpoint<ResizeFields> {
  return {
    method: 'POST',
    path: '/v1/models/resize',
    scope: 'manage',
    tag: 'Models',
    summary: 'Change the number of instances of a loaded model',
    description: 'No request is dropped: instances that are too many finish what they have before they end.',
    body: resizeSchema,
    responses: {
      200: jsonDoc('As many as came up.', reportSchema),
    },
    handle: async ({ body }) =>
      json(encodeReport(await scheduler.resize(modelOf(body), body.instance_count), 'resized', catalogue)),
  }
}
