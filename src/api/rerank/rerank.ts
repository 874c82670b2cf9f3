import { encodeInputUsage } from '../embeddings/response-schema.ts'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import { decodeWish } from '../fields/wish-fields.ts'
import type { Services } from '../services.ts'
import { scorePairs } from './pairs.ts'
import { type Rerank, type RerankRequestFields, rerankRequestSchema, rerankSchema } from './rerank-schema.ts'

/** Reranking in the words of Cohere and Jina. */
export function rerankEndpoint(services: Services): Endpoint<RerankRequestFields> {
  return {
    method: 'POST',
    path: '/v1/rerank',
    scope: 'inference',
    tag: 'Rerank',
    summary: 'Put documents in order of relevance',
    description: 'How well each document answers the query, best first; of equals the earlier one.',
    body: rerankRequestSchema,
    responses: { 200: jsonDoc('The order.', rerankSchema) },
    handle: (call) => handle(services, call),
  }
}

async function handle({ scheduler, newId }: Services, { body, signal }: Call<RerankRequestFields>): Promise<Reply> {
  const open = await scheduler.open(body.model, signal, decodeWish(body))
  const documents = body.documents.map((document) => (typeof document === 'string' ? document : document.text))
  const wish = {
    fields: { query: 'query', documents: 'documents' },
    questions: [{ query: body.query, documents }],
    truncate: body.truncate ?? false,
    probabilities: body.use_activation ?? true,
  }
  const { scores, tokens } = await scorePairs(open, wish, signal)
  const own = scores[0] ?? []
  const results = own
    .map((relevance_score, index) => ({
      index,
      relevance_score,
      ...(body.return_documents && { document: { text: documents[index] ?? '' } }),
    }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .slice(0, body.top_n ?? documents.length)
  const answer: Rerank = {
    id: newId('rerank-'),
    object: 'list',
    model: body.model,
    results,
    usage: encodeInputUsage(tokens),
  }
  return json(answer)
}
