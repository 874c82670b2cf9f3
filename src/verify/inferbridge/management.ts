import { z } from 'zod'
import type { Check } from '../check.ts'
import { CHAT } from '../conversation.ts'
import { hasHeader, must, Skip, told } from '../judge.ts'
import {
  conflictSchema,
  detailSchema,
  devicesSchema,
  eventsSchema,
  flawsSchema,
  healthSchema,
  keyStatsSchema,
  lifecycleSchema,
  modelListSchema,
  modelStatusSchema,
  statusSchema,
} from './schemas.ts'

const WISH = { model_id: 'verify-me', name: 'Verify', source_model: 'org/verify', max_output_tokens: 256 }

/** A post that is refused before anything is done. */
function refused(
  path: string,
  body: object,
  status: 400 | 404 | 409 | 422,
  schema: z.ZodType = status === 422 ? flawsSchema : detailSchema,
): Check {
  return {
    name: `POST ${path} of ${JSON.stringify(body)} is a ${status}`,
    profiles: [],
    requires: [],
    run: async ({ client }) => void told(await client.post(path, body), status, schema),
  }
}

/** A question that is refused. */
function refusedQuery(path: string, status: 400 | 422): Check {
  return {
    name: `GET ${path} is a ${status}`,
    profiles: [],
    requires: [],
    run: async ({ client }) => void told(await client.get(path), status, status === 422 ? flawsSchema : detailSchema),
  }
}

/** What is read, with its shape. */
function read(path: string, schema: z.ZodType, profiles: Check['profiles'] = []): Check {
  return {
    name: `GET ${path} has its shape`,
    profiles,
    requires: [],
    run: async ({ client }) => void told(await client.get(path), 200, schema),
  }
}

export const managementChecks: readonly Check[] = [
  {
    name: 'the list of models has the whole catalogue with names and states',
    profiles: ['core', 'openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const { data } = told(await client.get('/v1/models'), 200, modelListSchema)
      must(
        data.some(({ id, status }) => id === model && status === 'loaded'),
        'the model is not listed as loaded',
      )
    },
  },
  {
    name: 'the system status has a row for each model, counters for those here, and is not to be kept',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const answer = await client.get('/v1/system/status')
      hasHeader(answer, 'cache-control', /no-store/)
      const { models, metrics } = told(answer, 200, statusSchema)
      must(models.available.find(({ id }) => id === model)?.is_loaded === true, 'the model is not loaded there')
      must(metrics.per_model[model] !== undefined, 'the model has no counters')
    },
  },
  {
    name: 'loading a model that is loaded is told at once',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const { status } = told(await client.post('/v1/models/load', { model }), 200, lifecycleSchema)
      must(status === 'loaded', `the status is ${status}`)
    },
  },
  {
    name: 'a model in the catalogue that is not loaded is a 409 to chat',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { data } = told(await client.get('/v1/models'), 200, modelListSchema)
      const out = data.find(({ status }) => status === 'not_downloaded' || status === 'ready_to_load')
      if (out === undefined) throw new Skip('every model is loaded')
      const messages = [{ role: 'user', content: 'Hello' }]
      told(await client.post(CHAT, { model: out.id, messages }), 409, detailSchema)
      told(await client.post('/v1/models/unload', { model: out.id }), 409, detailSchema)
    },
  },
  {
    name: 'deleting a loaded model is a 409',
    profiles: [],
    requires: ['model'],
    run: async ({ client, model }) => void told(await client.post('/v1/models/delete', { model }), 409, detailSchema),
  },
  {
    name: 'cancelling where nothing is done is a 409 with a code',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const answer = await client.post('/v1/models/cancel', { model, operation_id: 'load-0' })
      const { detail } = told(answer, 409, conflictSchema)
      must(detail.code === 'no_active_operation', `the code is ${detail.code}`)
    },
  },
  {
    name: 'a context budget adds up',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const schema = z.looseObject({
        max_context_tokens: z.int(),
        prompt_tokens: z.int(),
        available_output_tokens: z.int(),
        safety_tokens: z.literal(8),
        dropped_messages: z.array(z.unknown()).max(12),
        blocked: z.boolean(),
      })
      const messages = [{ role: 'user', content: 'Hello' }]
      const budget = told(await client.post('/v1/chat/context-budget', { model, messages }), 200, schema)
      const sum = budget.prompt_tokens + budget.available_output_tokens + budget.safety_tokens
      must(sum === budget.max_context_tokens, 'the parts are not the whole')
    },
  },
  {
    name: 'a conversation is exported as a Markdown file',
    profiles: ['openwebui'],
    requires: [],
    async run({ client }) {
      const answer = await client.post('/v1/chat/export', { messages: [{ role: 'user', content: 'Hello' }] })
      hasHeader(answer, 'content-type', 'text/markdown; charset=utf-8')
      hasHeader(answer, 'content-disposition', /^attachment; filename="chat-export-\d{8}-\d{6}\.md"$/)
    },
  },
  read('/health', healthSchema, ['core']),
  read('/health/live', z.strictObject({ status: z.literal('ok') }), ['core']),
  read('/health/ready', z.strictObject({ status: z.literal('ready') }), ['core']),
  read('/v1/models/status', modelStatusSchema),
  read('/v1/devices', devicesSchema, ['core']),
  read('/v1/events', eventsSchema),
  read('/v1/keys/stats', keyStatsSchema, ['core']),
  read('/v1/system/telemetry', z.looseObject({ schema_version: z.literal(1), metrics: z.unknown() })),
  read('/v1/model-library', z.looseObject({ items: z.array(z.looseObject({ id: z.string() })), count: z.int() })),
  read('/v1/huggingface/status', z.looseObject({ configured: z.boolean(), status: z.string() })),
  refused('/v1/models/load', { model: 'nobody' }, 404),
  refused('/v1/models/load', { device: 'CPU' }, 422),
  refused('/v1/models/unload', { model: 'nobody' }, 404),
  refused('/v1/models/delete', { model: 'nobody' }, 404),
  refused('/v1/models/convert', { model: 'nobody' }, 404),
  refused('/v1/models/convert', { model: 'nobody', ratio: 2 }, 422),
  refused('/v1/models/convert', { model: 'nobody', weight_format: 'int2' }, 422),
  refused('/v1/models/cancel', { model: 'nobody', operation_id: 'load-0' }, 404),
  refused('/v1/models/cancel', { model: 'nobody', operation_id: '-' }, 422),
  refused('/v1/models/recovery/action', { model: 'nobody', recovery_id: 'x', action: 'resume' }, 404),
  refused('/v1/models/recovery/action', { model: 'nobody', recovery_id: 'x', action: 'dance' }, 422),
  refused('/v1/models/register', { ...WISH, model_id: '../x' }, 422),
  refused('/v1/models/register', { ...WISH, max_output_tokens: 4096 }, 422),
  refused('/v1/models/register', { ...WISH, backend: 'openvino-embeddings' }, 422),
  refused('/v1/models/register', { ...WISH, recommended_device: 'XPU' }, 422),
  refused('/v1/models/register', { ...WISH, max_context_len: 100 }, 422),
  refused('/v1/models/download-custom', { ...WISH, weight_format: 'int2' }, 422),
  refused('/v1/chat/export', { messages: [] }, 400),
  refused('/v1/huggingface/token', { token: 'short' }, 422),
  refused('/v1/huggingface/preflight', {}, 422),
  refused('/v1/huggingface/preflight', { model_id: 'nobody' }, 404),
  refusedQuery('/v1/models/search-hf?query=%20', 400),
  refusedQuery('/v1/models/search-hf', 422),
  refusedQuery('/v1/models/search-hf?query=x&limit=51', 422),
  refusedQuery('/v1/events?limit=101', 422),
  refusedQuery('/v1/model-library?profile=nonsense', 422),
  ...['XPU', '', 'MULTI', 'CPU,GPU', 'AUTO:CPU,CPU', 'BATCH:GPU'].map(
    (device): Check => ({
      name: `loading on ${JSON.stringify(device)} is a 400 that lists what there is`,
      profiles: [],
      requires: ['model'],
      async run({ client, model }) {
        const { detail } = told(await client.post('/v1/models/load', { model, device }), 400, detailSchema)
        must(detail.includes('CPU'), 'it lists no devices')
      },
    }),
  ),
]
