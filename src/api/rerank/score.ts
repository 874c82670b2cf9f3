import { encodeInputUsage } from '../embeddings/response-schema.ts'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import { decodeWish } from '../fields/wish-fields.ts'
import type { Services } from '../services.ts'
import { type Question, scorePairs } from './pairs.ts'
import { listed, type ScoreRequestFields, type Scores, scoreRequestSchema, scoreSchema } from './score-schema.ts'

/** vLLM's way to score pairs of texts. */
export function scoreEndpoint(services: Services): Endpoint<ScoreRequestFields> {
  return {
    method: 'POST',
    path: '/v1/score',
    scope: 'inference',
    tag: 'Rerank',
    summary: 'Score pairs of texts',
    description: 'One text against each of several, or pair by pair; in the order of `text_2`.',
    body: scoreRequestSchema,
    responses: { 200: jsonDoc('The scores.', scoreSchema) },
    handle: (call) => handle(services, call),
  }
}

async function handle(services: Services, { body, signal }: Call<ScoreRequestFields>): Promise<Reply> {
  const { scheduler, newId, clock } = services
  const open = await scheduler.open(body.model, signal, decodeWish(body))
  const wish = {
    fields: { query: 'text_1', documents: 'text_2' },
    questions: questions(body),
    truncate: body.truncate ?? false,
    probabilities: body.use_activation ?? true,
  }
  const { scores, tokens } = await scorePairs(open, wish, signal)
  const answer: Scores = {
    id: newId('score-'),
    object: 'list',
    created: Math.floor(clock.now() / 1000),
    model: body.model,
    data: scores.flat().map((score, index) => ({ object: 'score', index, score })),
    usage: encodeInputUsage(tokens),
  }
  return json(answer)
}

function questions({ text_1, text_2 }: ScoreRequestFields): readonly Question[] {
  const documents = listed(text_2)
  if (typeof text_1 === 'string') return [{ query: text_1, documents }]
  return text_1.map((query, index) => ({ query, documents: documents.slice(index, index + 1) }))
}
