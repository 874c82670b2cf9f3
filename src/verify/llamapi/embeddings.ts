import type { Check } from '../check.ts'
import { must } from '../judge.ts'
import { sameInBase64, vectors } from '../vectors.ts'
import { embeddingsSchema } from './schemas.ts'

export const embeddingChecks: readonly Check[] = [
  {
    name: 'a text has a vector, and a list of them as many',
    profiles: ['core'],
    requires: ['embedding model'],
    async run(target) {
      must((await vectors(target, embeddingsSchema, { input: 'hello' })).length === 1, 'one text has several vectors')
      must(
        (await vectors(target, embeddingsSchema, { input: ['hello', 'LlamaPi'] })).length === 2,
        'two texts have not two vectors',
      )
    },
  },
  {
    name: 'encoding_format base64 is the same as 32-bit floats, little-endian',
    profiles: ['core'],
    requires: ['embedding model'],
    run: (target) => sameInBase64(target, embeddingsSchema, 'hello'),
  },
  {
    name: 'dimensions and user are read, and no vector is cut',
    profiles: ['core'],
    requires: ['embedding model'],
    async run(target) {
      const [whole] = await vectors(target, embeddingsSchema, { input: 'hello' })
      const [asked] = await vectors(target, embeddingsSchema, { input: 'hello', dimensions: 2, user: 'someone' })
      must(whole?.length === asked?.length, 'the vector was cut')
    },
  },
]
