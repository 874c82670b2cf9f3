import { encodeFloats } from '../../core/floats.ts'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import { decodePrompts } from '../fields/prompt-schema.ts'
import { decodeWish } from '../fields/wish-fields.ts'
import type { Services } from '../services.ts'
import { type EmbeddingWish, embed } from './embed.ts'
import { type EmbeddingsFace, UNIFIED_EMBEDDINGS } from './face.ts'
import type { EmbeddingsRequestFields } from './request-schema.ts'
import { type Embeddings, embeddingsSchema, encodeInputUsage } from './response-schema.ts'

/** Embeddings: OpenAI's, or a product's that follow them. */
export function embeddingsEndpoint(
  services: Services,
  face: EmbeddingsFace = UNIFIED_EMBEDDINGS,
): Endpoint<EmbeddingsRequestFields> {
  return {
    method: 'POST',
    path: '/v1/embeddings',
    tag: face.tag,
    errors: face.errors,
    scope: 'inference',
    summary: 'Make vectors of texts',
    description:
      'A vector of length 1 for each text, in their order. A text that is too long is refused by its index unless ' +
      'cutting is asked for. Needs an embedding model.',
    body: face.schema,
    responses: { 200: jsonDoc('The vectors.', embeddingsSchema) },
    handle: (call) => handle(services, call),
  }
}

async function handle({ scheduler }: Services, { body, signal }: Call<EmbeddingsRequestFields>): Promise<Reply> {
  const open = await scheduler.open(body.model, signal, decodeWish(body))
  const { vectors, tokens } = await embed(open, embeddingWish(body), signal)
  const encode = body.encoding_format === 'base64' ? encodeFloats : (vector: Float32Array) => [...vector]
  const answer: Embeddings = {
    object: 'list',
    model: body.model,
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
    usage: encodeInputUsage(tokens),
  }
  return json(answer)
}

function embeddingWish({
  input,
  dimensions,
  truncate,
  truncate_prompt_tokens: limit,
}: EmbeddingsRequestFields): EmbeddingWish {
  const cutAt = limit === undefined || limit === null ? truncate : limit === -1 || limit
  return { ...decodePrompts(input), dimensions: dimensions ?? null, truncate: cutAt ?? false }
}
