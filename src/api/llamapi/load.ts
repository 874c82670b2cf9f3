import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import type { LoadReport, ModelState, Scheduler } from '../../scheduler/scheduler.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import { decodeLoad } from '../models/decode-load.ts'
import { defaultParamsSchema } from '../models/load-schema.ts'
import type { Services } from '../services.ts'
import type { IssueMark } from '../validation/refinements.ts'

const id = z.string().min(1).max(1000)

/** Zero is refused in words of its own. To LlamaPi less is no count at all, so it has the code of other such values. */
const count = z
  .int()
  .max(64)
  .superRefine((value, context) => {
    const params: IssueMark = { row: 'invalid_instance_count', details: {} }
    if (value === 0) context.addIssue({ code: 'custom', params })
    if (value < 0) context.addIssue({ code: 'too_small', minimum: 1, inclusive: true, origin: 'number', input: value })
  })
  .meta({ minimum: 1 })

const loadSchema = z.object({
  model_id: id,
  model_path: z.string().min(1).max(4096),
  instance_count: count.nullish(),
  request_queue_size: z.int().min(0).nullish(),
  default_params: defaultParamsSchema.nullish(),
})
const resizeSchema = z.object({ model_id: id, instance_count: count })
const unloadSchema = z.object({ model_id: id })

const unloadedSchema = z.object({ success: z.literal(true), message: z.string() })
const reportSchema = z.object({
  ...unloadedSchema.shape,
  requested_instance_count: z.int(),
  actual_instance_count: z.int(),
})

const common = { method: 'POST', scope: 'manage', tag: 'LlamaPi', errors: 'llamapi' } as const

/** Brings a model that is there on disk into memory, under an id of the client's. */
export function llamapiLoad({ scheduler, files }: Services): Endpoint<z.infer<typeof loadSchema>> {
  /** Being loaded: they have no state yet that another request could see. */
  const coming = new Set<string>()
  return {
    ...common,
    path: '/v1/models/load',
    summary: 'Load a model',
    body: loadSchema,
    responses: {
      200: jsonDoc('An instance answers, at least.', reportSchema),
    },
    async handle({ body, signal }) {
      const order = { ...decodeLoad(body, files), instances: body.instance_count ?? 1, keepAliveMs: FOR_GOOD }
      if (coming.has(order.id) || isTaken(scheduler, order.id))
        throw new TrivetError('model_exists', { model: order.id })
      coming.add(order.id)
      try {
        return json(encodeReport(await scheduler.load(order, signal), 'loaded'))
      } finally {
        coming.delete(order.id)
      }
    },
  }
}

export function llamapiResize({ scheduler }: Services): Endpoint<z.infer<typeof resizeSchema>> {
  return {
    ...common,
    path: '/v1/models/resize',
    summary: 'Change the number of instances of a loaded model',
    body: resizeSchema,
    responses: { 200: jsonDoc('As many as came up.', reportSchema) },
    handle: async ({ body }) =>
      json(encodeReport(await scheduler.resize(body.model_id, body.instance_count), 'resized')),
  }
}

export function llamapiUnload({ scheduler }: Services): Endpoint<z.infer<typeof unloadSchema>> {
  return {
    ...common,
    path: '/v1/models/unload',
    summary: 'Unload a model',
    body: unloadSchema,
    responses: { 200: jsonDoc('It is unloaded.', unloadedSchema) },
    async handle({ body }) {
      await scheduler.unload(body.model_id)
      return json({ success: true, message: `model '${body.model_id}' unloaded` })
    },
  }
}

const FOR_GOOD = Number.POSITIVE_INFINITY

const FREE: readonly ModelState[] = ['stopped', 'failed']

function isTaken(scheduler: Scheduler, id: string): boolean {
  return scheduler.models().some((model) => model.id === id && !FREE.includes(model.state))
}

function encodeReport(report: LoadReport, done: 'loaded' | 'resized'): z.infer<typeof reportSchema> {
  const { status, requestedInstances, actualInstances } = report
  const partly = actualInstances < requestedInstances ? 'partially ' : ''
  return {
    success: true,
    message: `model '${status.id}' ${partly}${done}`,
    requested_instance_count: requestedInstances,
    actual_instance_count: actualInstances,
  }
}
