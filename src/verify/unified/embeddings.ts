import type { Check } from '../check.ts'
import { must, told } from '../judge.ts'
import { vectors } from '../vectors.ts'
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
    async run(target) {
      const [numbers] = await vectors(target, embeddingsSchema, { input: 'Hello', encoding_format: 'float' })
      const [encoded] = await vectors(target, embeddingsSchema, { input: 'Hello', encoding_format: 'base64' })
      must(Array.isArray(numbers) && typeof encoded === 'string', 'the formats are not those asked for')
      const bytes = Buffer.from(encoded, 'base64')
      must(bytes.length === numbers.length * 4, 'there are more or fewer numbers')
      must(!numbers.some((value, at) => Math.abs(bytes.readFloatLE(at * 4) - value) > 1e-4), 'the numbers are others')
    },
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
