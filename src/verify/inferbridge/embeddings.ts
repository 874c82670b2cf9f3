import type { Check } from '../check.ts'
import { must, told } from '../judge.ts'
import { detailSchema, embeddingsSchema, flawsSchema } from './schemas.ts'

const PATH = '/v1/embeddings'

const REFUSED: readonly (readonly [what: string, fields: object])[] = [
  ['an empty text', { input: '' }],
  ['an empty text among others', { input: ['a', ''] }],
  ['no texts', { input: [] }],
  ['more than 256 texts', { input: Array.from({ length: 257 }, () => 'a') }],
  ['more than 2 000 000 characters together', { input: ['a'.repeat(1_000_001), 'b'.repeat(1_000_000)] }],
  ['tokens', { input: [1, 2, 3] }],
  ['another encoding', { input: 'a', encoding_format: 'int8' }],
]

export const embeddingChecks: readonly Check[] = [
  {
    name: 'texts are embedded in their order, as numbers',
    profiles: ['core'],
    requires: ['embedding model'],
    async run({ client, embeddingModel: model }) {
      const { data } = told(
        await client.post(PATH, { model, input: ['one', 'two'], user: 'me' }),
        200,
        embeddingsSchema,
      )
      must(data.map(({ index }) => index).join() === '0,1', 'they are not in order')
      must(
        data.every(({ embedding }) => Array.isArray(embedding)),
        'an embedding is no list of numbers',
      )
    },
  },
  {
    name: 'an embedding in base64 is the same numbers as 32-bit floats',
    profiles: [],
    requires: ['embedding model'],
    async run({ client, embeddingModel: model }) {
      const plain = told(await client.post(PATH, { model, input: 'one' }), 200, embeddingsSchema).data[0]?.embedding
      const wish = { model, input: 'one', encoding_format: 'base64' }
      const packed = told(await client.post(PATH, wish), 200, embeddingsSchema).data[0]?.embedding
      must(typeof packed === 'string' && Array.isArray(plain), 'they are not of the types asked for')
      const bytes = Buffer.from(packed, 'base64')
      must(bytes.length === 4 * plain.length, 'it is not as long')
      must(
        plain.every((value, index) => Math.abs(value - bytes.readFloatLE(4 * index)) < 1e-6),
        'the numbers differ',
      )
    },
  },
  {
    name: 'a chat model that is asked to embed is a 400',
    profiles: ['core'],
    requires: ['model'],
    run: async ({ client, model }) => void told(await client.post(PATH, { model, input: 'a' }), 400, detailSchema),
  },
  {
    name: 'auto that is asked to embed is a 400',
    profiles: [],
    requires: [],
    run: async ({ client }) => void told(await client.post(PATH, { model: 'auto', input: 'a' }), 400, detailSchema),
  },
  {
    name: 'an unknown model is a 404 to embeddings too',
    profiles: ['core'],
    requires: [],
    run: async ({ client }) => void told(await client.post(PATH, { model: 'nobody', input: 'a' }), 404, detailSchema),
  },
  ...REFUSED.map(
    ([what, fields]): Check => ({
      name: `embeddings refuse ${what} with a 422`,
      profiles: [],
      requires: [],
      run: async ({ client }) => void told(await client.post(PATH, { model: 'any', ...fields }), 422, flawsSchema),
    }),
  ),
]
