import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { type Endpoint, json } from '../endpoint.ts'
import { runToEnd } from '../run-to-end.ts'
import type { Services } from '../services.ts'
import { modelNamed } from './names.ts'
import { modelName } from './request-schema.ts'

const noted = z.unknown().optional().describe('Accepted, without effect.')
const nanoseconds = z.int().describe('Nanoseconds.')

const embedRequest = z.object({
  model: modelName,
  input: z.union([z.string(), z.array(z.string()).max(2048)]),
  truncate: z.boolean().nullish().describe('Cut a text that is too long rather than refuse it. Default true.'),
  dimensions: z.int().min(1).nullish().describe('Keep so many of the first numbers, scaled to length 1 again.'),
  keep_alive: noted,
  options: noted,
})

const embeddingsRequest = z.object({
  model: modelName,
  prompt: z.string(),
  keep_alive: noted,
  options: noted,
})

const vector = z.array(z.number())

const embedResponse = z
  .object({
    model: z.string(),
    embeddings: z.array(vector),
    total_duration: nanoseconds,
    load_duration: nanoseconds,
    prompt_eval_count: z.int(),
  })
  .meta({ id: 'OllamaEmbedResponse' })

type EmbedFields = z.infer<typeof embedRequest>
type EmbeddingsFields = z.infer<typeof embeddingsRequest>

/** Ollama's ways to have texts made into vectors: the newer, and the older of one text at a time. */
export function embeddingEndpoints(services: Services): readonly [Endpoint<EmbedFields>, Endpoint<EmbeddingsFields>] {
  const common = { method: 'POST', tag: 'Ollama', errors: 'ollama' } as const
  return [
    {
      ...common,
      path: '/api/embed',
      summary: "Embed texts, in Ollama's words",
      body: embedRequest,
      responses: { 200: { description: 'The vectors.', content: { 'application/json': embedResponse } } },
      handle: async ({ body, signal }) => {
        const { clock } = services
        const askedAt = clock.now()
        const inputs = typeof body.input === 'string' ? [body.input] : body.input
        const { vectors, tokens, openedAt } = await embed(services, body.model, inputs, body.truncate ?? true, signal)
        return json({
          model: body.model,
          embeddings: vectors.map((values) => shortened(values, body.dimensions ?? null)),
          total_duration: Math.round((clock.now() - askedAt) * 1e6),
          load_duration: Math.round((openedAt - askedAt) * 1e6),
          prompt_eval_count: tokens,
        })
      },
    },
    {
      ...common,
      path: '/api/embeddings',
      summary: "Embed one text, in Ollama's older words",
      body: embeddingsRequest,
      responses: {
        200: { description: 'The vector.', content: { 'application/json': z.object({ embedding: vector }) } },
      },
      handle: async ({ body, signal }) => {
        const { vectors } = await embed(services, body.model, [body.prompt], true, signal)
        return json({ embedding: vectors[0] ?? [] })
      },
    },
  ]
}

interface Embedded {
  readonly vectors: readonly (readonly number[])[]
  readonly tokens: number
  readonly openedAt: number
}

async function embed(
  { scheduler, clock }: Services,
  name: string,
  inputs: readonly string[],
  truncate: boolean,
  signal: AbortSignal,
): Promise<Embedded> {
  const open = await scheduler.open(modelNamed(scheduler, name), signal)
  const openedAt = clock.now()
  if (open.capabilities.embeddingSize === null) {
    throw new TrivetError('wrong_model_type', { model: open.id, reason: 'it makes no embeddings' }, 'model')
  }
  if (inputs.length === 0) return { vectors: [], tokens: 0, openedAt }
  const [said = []] = await runToEnd(open, [{ kind: 'embed', inputs, normalize: true, truncate }], signal)
  const embeddings = said.filter((event) => event.type === 'embedding').toSorted((a, b) => a.index - b.index)
  return {
    vectors: embeddings.map((event) => decodeVector(event.vector)),
    tokens: embeddings.reduce((sum, event) => sum + event.tokens, 0),
    openedAt,
  }
}

function decodeVector(base64: string): readonly number[] {
  const bytes = Buffer.from(base64, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

function shortened(vector: readonly number[], dimensions: number | null): readonly number[] {
  if (dimensions === null || dimensions >= vector.length) return vector
  const kept = vector.slice(0, dimensions)
  const length = Math.hypot(...kept)
  return length === 0 ? kept : kept.map((value) => value / length)
}
