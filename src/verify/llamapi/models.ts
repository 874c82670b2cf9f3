import type { Check, Target } from '../check.ts'
import { CHAT } from '../conversation.ts'
import { Failure, hasStatus, must, told } from '../judge.ts'
import { doneSchema, modelListSchema, modelSchema, reportSchema } from './schemas.ts'

/** Signs that ids may have, and that paths are careful with. */
const ID = 'trivet-verify:1b@x-y'

const params = {
  temperature: 0.7,
  top_p: 0.9,
  top_k: 1,
  repeat_penalty: 1.1,
  frequency_penalty: 0.1,
  presence_penalty: 0.1,
  max_tokens: 3,
  max_context_len: 512,
  stop: ['\u0000'],
  enable_thinking: false,
}

async function listed({ client }: Target) {
  return told(await client.get('/v1/models'), 200, modelListSchema).data
}

async function pathOf(target: Target): Promise<string> {
  const model = (await listed(target)).find(({ id }) => id === target.model)
  if (model === undefined) throw new Failure('the model is not listed')
  return model.model_path
}

/** Loads the model's files a second time, under an id of its own, and unloads that whatever comes. */
async function withLoaded(target: Target, fields: object, work: (report: unknown) => Promise<void>): Promise<void> {
  const { client } = target
  const body = { model_id: ID, model_path: await pathOf(target), ...fields }
  const report = told(await client.post('/v1/models/load', body), 200, reportSchema)
  try {
    await work(report)
  } finally {
    await client.post('/v1/models/unload', { model_id: ID })
  }
}

export const modelChecks: readonly Check[] = [
  {
    name: 'loaded models are listed, each with its platform, instances, path and kind',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const model = (await listed(target)).find(({ id }) => id === target.model)
      must(model?.model_kind === 'chat', 'the model is not listed as one for chat')
      must(model.owned_by === `llamapi/${model.platform}`, '`owned_by` does not name the platform')
    },
  },
  {
    name: 'an embedding model is listed as one',
    profiles: ['core'],
    requires: ['embedding model'],
    async run(target) {
      const model = (await listed(target)).find(({ id }) => id === target.embeddingModel)
      must(model?.model_kind === 'embedding', 'it is not')
    },
  },
  {
    name: 'one model is described as it is in the list',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const { client, model } = target
      const one = told(await client.get(`/v1/models/${encodeURIComponent(model)}`), 200, modelSchema)
      const same = (await listed(target)).find(({ id }) => id === model)
      must(JSON.stringify(one) === JSON.stringify(same), 'they differ')
    },
  },
  {
    name: 'a model is loaded, answers, is resized and unloaded',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const { client } = target
      await withLoaded(target, { instance_count: 1, request_queue_size: 4 }, async (report) => {
        const { message, actual_instance_count: actual } = reportSchema.parse(report)
        must(message === `model '${ID}' loaded` && actual === 1, 'the report is not one of a whole load')
        told(await client.get(`/v1/models/${encodeURIComponent(ID)}`), 200, modelSchema)
        const messages = [{ role: 'user', content: 'Hello' }]
        hasStatus(await client.post(CHAT, { model: ID, messages, max_tokens: 1 }), 200)
        const resized = await client.post('/v1/models/resize', { model_id: ID, instance_count: 1 })
        must(told(resized, 200, reportSchema).message === `model '${ID}' resized`, 'the report is not one of a resize')
        const unloaded = told(await client.post('/v1/models/unload', { model_id: ID }), 200, doneSchema)
        must(unloaded.message === `model '${ID}' unloaded`, 'the report is not one of an unload')
        hasStatus(await client.get(`/v1/models/${encodeURIComponent(ID)}`), 404)
        hasStatus(await client.post('/v1/models/unload', { model_id: ID }), 404)
      })
    },
  },
  {
    name: 'default_params are what requests get that say nothing',
    profiles: [],
    requires: ['model'],
    async run(target) {
      await withLoaded(target, { default_params: params }, async () => {
        const messages = [{ role: 'user', content: 'Hello' }]
        const answer = await target.client.post(CHAT, { model: ID, messages })
        hasStatus(answer, 200)
        const { usage } = answer.json as { usage: { completion_tokens: number } }
        must(usage.completion_tokens <= 3, `${usage.completion_tokens} tokens, not the 3 of max_tokens`)
      })
    },
  },
]
