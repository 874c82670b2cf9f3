import type { z } from 'zod'
import type { Target } from './check.ts'
import { must, told } from './judge.ts'

type Embeddings<Vector> = z.ZodType<{
  readonly data: readonly { readonly index: number; readonly embedding: Vector }[]
}>

/** What the server makes of these fields of a request for embeddings, in the order of the texts. Throws as `told`. */
export async function vectors<Vector>(
  { client, embeddingModel: model }: Target,
  schema: Embeddings<Vector>,
  fields: object,
): Promise<Vector[]> {
  const { data } = told(await client.post('/v1/embeddings', { model, ...fields }), 200, schema)
  must(
    data.every(({ index }, at) => index === at),
    'they are not in the order of the texts',
  )
  return data.map(({ embedding }) => embedding)
}

/** Throws a `Failure` unless a text's vector in base64 is the same numbers, in 32 bits each. */
export async function sameInBase64(target: Target, schema: Embeddings<unknown>, input: string): Promise<void> {
  const [numbers] = await vectors(target, schema, { input, encoding_format: 'float' })
  const [encoded] = await vectors(target, schema, { input, encoding_format: 'base64' })
  must(Array.isArray(numbers) && typeof encoded === 'string', 'the formats are not those asked for')
  const bytes = Buffer.from(encoded, 'base64')
  must(bytes.length === numbers.length * 4, 'there are more or fewer numbers')
  must(!numbers.some((value, at) => Math.abs(bytes.readFloatLE(at * 4) - value) > 1e-4), 'the numbers are others')
}
