import type { Check, Target } from '../check.ts'
import { must, told } from '../judge.ts'
import { embeddingsSchema } from './schemas.ts'

const PATH = '/v1/embeddings'

async function vectors({ client, embeddingModel: model }: Target, fields: object) {
  const { data } = told(await client.post(PATH, { model, ...fields }), 200, embeddingsSchema)
  must(
    data.every(({ index }, at) => index === at),
    'they are not in the order of the texts',
  )
  return data.map(({ embedding }) => embedding)
}

export const embeddingChecks: readonly Check[] = [
  {
    name: 'a text has a vector, and a list of them as many',
    profiles: ['core'],
    requires: ['embedding model'],
    async run(target) {
      must((await vectors(target, { input: 'hello' })).length === 1, 'one text has several vectors')
      must((await vectors(target, { input: ['hello', 'LlamaPi'] })).length === 2, 'two texts have not two vectors')
    },
  },
  {
    name: 'encoding_format base64 is the same as 32-bit floats, little-endian',
    profiles: ['core'],
    requires: ['embedding model'],
    async run(target) {
      const [numbers] = await vectors(target, { input: 'hello', encoding_format: 'float' })
      const [encoded] = await vectors(target, { input: 'hello', encoding_format: 'base64' })
      must(Array.isArray(numbers) && typeof encoded === 'string', 'the formats are not those asked for')
      const bytes = Buffer.from(encoded, 'base64')
      must(bytes.length === numbers.length * 4, 'there are more or fewer numbers')
      const apart = numbers.some((value, at) => Math.abs(bytes.readFloatLE(at * 4) - value) > 1e-4)
      must(!apart, 'the numbers are others')
    },
  },
  {
    name: 'dimensions and user are read, and no vector is cut',
    profiles: ['core'],
    requires: ['embedding model'],
    async run(target) {
      const [whole] = await vectors(target, { input: 'hello' })
      const [asked] = await vectors(target, { input: 'hello', dimensions: 2, user: 'someone' })
      must(whole?.length === asked?.length, 'the vector was cut')
    },
  },
]
