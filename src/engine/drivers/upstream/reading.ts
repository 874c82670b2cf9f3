import { z } from 'zod'
import type { EngineEvent } from '../../../core/event.ts'
import { decodeFloats, encodeFloats, logit, ofLengthOne } from '../../../core/floats.ts'
import type { EmbedTask, RerankTask } from '../../../core/task.ts'
import { unlike, usageOf, usageSchema } from './chunks.ts'
import type { Dialect } from './dialect.ts'
import type { RemoteModel } from './endpoint.ts'
import { refuse } from './parameters.ts'

const FINISH: EngineEvent = { type: 'finish', reason: 'stop' }

const embeddingsSchema = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.union([z.string(), z.array(z.number())]) })),
  usage: usageSchema.nullish(),
})

const rerankSchema = z.object({
  results: z.array(z.object({ index: z.number(), relevance_score: z.number() })),
  usage: usageSchema.nullish(),
})

/**
 * The body of an embeddings request. Where texts can't be cut, one that is too long is refused by the server that reads
 * it. Throws `unsupported_parameter` for a length to cut to.
 */
export function embeddingsBody(
  { inputs, truncate = false }: EmbedTask,
  { id: model }: RemoteModel,
  dialect: Dialect,
): object {
  if (typeof truncate === 'number' && dialect.truncate === null) return refuse(model, 'truncate_prompt_tokens', 'null')
  return {
    model,
    input: inputs,
    encoding_format: 'base64',
    ...(truncate !== false && dialect.truncate !== null && { [dialect.truncate]: truncate === true ? -1 : truncate }),
  }
}

/** A vector each, in the order of the texts. Throws `upstream_error` for another answer. */
export function* embeddingEvents(
  url: string,
  { inputs, normalize }: EmbedTask,
  body: unknown,
): Generator<EngineEvent, void> {
  const answer = embeddingsSchema.safeParse(body).data
  const vectors = answer?.data.toSorted((a, b) => a.index - b.index) ?? []
  if (vectors.length !== inputs.length) throw unlike(url, `answers what are not ${inputs.length} embeddings`, body)
  const usage = usageOf(answer?.usage)
  for (const [index, { embedding }] of vectors.entries()) {
    const vector = floatsOf(embedding)
    // Only the sum is known; it is told with the first.
    const tokens = index === 0 ? usage.promptTokens : 0
    yield { type: 'embedding', index, vector: encodeFloats(normalize ? ofLengthOne(vector) : vector), tokens }
  }
  yield usage
  yield FINISH
}

export function rerankBody({ query, documents }: RerankTask, { id: model }: RemoteModel): object {
  return { model, query, documents, top_n: documents.length }
}

/** A score each, in the order of the documents: as logits, of which servers tell the sigmoid. */
export function* rerankEvents(url: string, { documents }: RerankTask, body: unknown): Generator<EngineEvent, void> {
  const answer = rerankSchema.safeParse(body).data
  const results = answer?.results.toSorted((a, b) => a.index - b.index) ?? []
  if (results.length !== documents.length) throw unlike(url, `answers what are not ${documents.length} scores`, body)
  const usage = usageOf(answer?.usage)
  for (const [index, { relevance_score: score }] of results.entries()) {
    yield { type: 'score', index, score: logit(score), tokens: index === 0 ? usage.promptTokens : 0 }
  }
  yield usage
  yield FINISH
}

export function floatsOf(embedding: string | readonly number[]): Float32Array {
  return typeof embedding === 'string' ? decodeFloats(embedding) : Float32Array.from(embedding)
}
