import type { Check } from '../check.ts'
import { must, told } from '../judge.ts'
import { sameInBase64, vectors } from '../vectors.ts'
import { embeddingsSchema, errorSchema } from './schemas.ts'

const PATH = '/v1/embeddings'

export const embeddingChecks: readonly Check[] = [
  {
    name: 'a text has a vector, and a list of texts as many',
    profiles: ['core'],
    requires: ['embedding model'],
    async run(target) {
      must((await vectors(target, embeddingsSchema, { input: 'Hello' })).length === 1, 'one text has not one vector')
      const both = await vectors(target, embeddingsSchema, { input: ['Hello', 'A longer text about the weather.'] })
      must(both.length === 2 && both[0]?.length === both[1]?.length, 'two texts have not two vectors of one length')
    },
  },
  {
    name: 'a vector in base64 is the same numbers, in 32 bits each',
    profiles: ['n8n'],
    requires: ['embedding model'],
    run: (target) => sameInBase64(target, embeddingsSchema, 'Hello'),
  },
  {
    name: 'an empty list has no vectors',
    profiles: [],
    requires: ['embedding model'],
    grade: 'should',
    run: async ({ client, embeddingModel: model }) =>
      void told(await client.post(PATH, { model, input: [] }), 400, errorSchema),
  },
  {
    name: 'a model that is not there has no vectors',
    profiles: ['core'],
    requires: ['embedding model'],
    run: async ({ client }) =>
      void told(await client.post(PATH, { model: 'no-such-model', input: 'Hello' }), 404, errorSchema),
  },
]
