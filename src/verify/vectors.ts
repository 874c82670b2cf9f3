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
