import type { Check } from '../check.ts'
import { must, told } from '../judge.ts'
import { errorSchema, modelListSchema, modelSchema } from './schemas.ts'

export const modelChecks: readonly Check[] = [
  {
    name: 'models are listed, each once',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { data } = told(await client.get('/v1/models'), 200, modelListSchema)
      must(new Set(data.map(({ id }) => id)).size === data.length, 'an id is there twice')
    },
  },
  {
    name: 'a model is described by its id, as it is in the list',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const { id } = told(await client.get(`/v1/models/${encodeURIComponent(model)}`), 200, modelSchema)
      must(id === model, 'it has another id')
    },
  },
  {
    name: 'a model that is not there is not described',
    profiles: ['core'],
    requires: [],
    run: async ({ client }) => void told(await client.get('/v1/models/no-such-model'), 404, errorSchema),
  },
]
