import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { isLoaded } from '../../scheduler/only-loaded.ts'
import type { ModelStatus } from '../../scheduler/scheduler.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'

const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.literal(0),
  owned_by: z.string(),
  platform: z.string(),
  instance_count: z.int().describe('Instances that can answer now.'),
  model_path: z.string(),
  model_kind: z.enum(['chat', 'embedding']),
})

const listSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) })

/** The models that are loaded; others are none to LlamaPi. */
export function llamapiModelEndpoints({ scheduler }: Services): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/v1/models',
      scope: 'read',
      tag: 'LlamaPi',
      errors: 'llamapi',
      summary: 'List the loaded models',
      responses: { 200: jsonDoc('The models.', listSchema) },
      handle: () => json({ object: 'list', data: scheduler.models().filter(isLoaded).map(encodeModel) }),
    },
    {
      method: 'GET',
      path: '/v1/models/*',
      scope: 'read',
      rest: { name: 'model_id', description: 'The id, as it is or percent-encoded.' },
      tag: 'LlamaPi',
      errors: 'llamapi',
      summary: 'Describe a loaded model',
      responses: { 200: jsonDoc('The model.', modelSchema) },
      handle: ({ rest }) => {
        const status = scheduler.model(rest)
        if (!isLoaded(status)) throw new TrivetError('model_not_loaded', { model: rest })
        return json(encodeModel(status))
      },
    },
  ]
}

function readyInstances({ instances }: ModelStatus): number {
  return instances.filter(({ state }) => state === 'ready').length
}

function encodeModel(status: ModelStatus): z.infer<typeof modelSchema> {
  const { id, path, settings, loaded } = status
  const platform = settings.plan?.driver ?? 'unknown'
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: `llamapi/${platform}`,
    platform,
    instance_count: readyInstances(status),
    model_path: path,
    model_kind: loaded?.capabilities.generate ? 'chat' : 'embedding',
  }
}
