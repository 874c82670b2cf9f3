import { z } from 'zod'
import { embed } from '../embeddings/embed.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import { decodePrompts } from '../fields/prompt-schema.ts'
import { decodeWish, keepAliveSchema } from '../fields/wish-fields.ts'
import type { Services } from '../services.ts'
import { nanoseconds } from './lines.ts'
import { modelNamed } from './names.ts'
import { modelName } from './request-schema.ts'

const noted = z.unknown().optional().describe('Accepted, without effect.')
const keepAlive = keepAliveSchema.nullish().describe('How long the model stays loaded after this.')
const duration = z.int().describe('Nanoseconds.')

const embedRequest = z.object({
  model: modelName,
  input: z.union([z.string(), z.array(z.string()).min(1).max(2048)]),
  truncate: z.boolean().nullish().describe('Cut a text that is too long rather than refuse it. Default true.'),
  dimensions: z.int().min(1).nullish().describe('Keep so many of the first numbers, scaled to length 1 again.'),
  keep_alive: keepAlive,
  options: noted,
})

const embeddingsRequest = z.object({
  model: modelName,
  prompt: z.string(),
  keep_alive: keepAlive,
  options: noted,
})

const vector = z.array(z.number())

const embedResponse = z
  .object({
    model: z.string(),
    embeddings: z.array(vector),
    total_duration: duration,
    load_duration: duration,
    prompt_eval_count: z.int(),
  })
  .meta({ id: 'OllamaEmbedResponse' })

type EmbedFields = z.infer<typeof embedRequest>
type EmbeddingsFields = z.infer<typeof embeddingsRequest>

/** Ollama's ways to have texts made into vectors: the newer, and the older of one text at a time. */
export function embeddingEndpoints(services: Services): readonly [Endpoint<EmbedFields>, Endpoint<EmbeddingsFields>] {
  const common = { method: 'POST', scope: 'inference', tag: 'Ollama', errors: 'ollama' } as const
  return [
    {
      ...common,
      path: '/api/embed',
      summary: "Embed texts, in Ollama's words",
      body: embedRequest,
      responses: { 200: jsonDoc('The vectors.', embedResponse) },
      handle: async ({ body, signal }) => {
        const { scheduler, clock } = services
        const askedAt = clock.now()
        const open = await scheduler.open(modelNamed(scheduler, body.model), signal, decodeWish(body))
        const openedAt = clock.now()
        const wish = {
          ...decodePrompts(body.input),
          dimensions: body.dimensions ?? null,
          truncate: body.truncate ?? true,
        }
        const { vectors, tokens } = await embed(open, wish, signal)
        return json({
          model: body.model,
          embeddings: vectors.map((vector) => [...vector]),
          total_duration: nanoseconds(clock.now() - askedAt),
          load_duration: nanoseconds(openedAt - askedAt),
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
        200: jsonDoc('The vector.', z.object({ embedding: vector })),
      },
      handle: async ({ body, signal }) => {
        const { scheduler } = services
        const open = await scheduler.open(modelNamed(scheduler, body.model), signal, decodeWish(body))
        const wish = { ...decodePrompts(body.prompt), dimensions: null, truncate: true }
        const { vectors } = await embed(open, wish, signal)
        return json({ embedding: [...(vectors[0] ?? [])] })
      },
    },
  ]
}
