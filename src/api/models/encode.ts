import { z } from 'zod'
import type { ModelStatus } from '../../scheduler/scheduler.ts'

export const modelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int().describe('Modification time of the file, in seconds since the Unix epoch.'),
    owned_by: z.literal('local'),
    state: z.enum(['stopped', 'starting', 'ready', 'draining', 'stopping', 'failed']),
    reason: z.string().nullable().describe('Why, when it failed.'),
    running: z.int().describe('Requests being answered.'),
    waiting: z.int().describe('Requests in the queue.'),
    description: z
      .string()
      .nullable()
      .describe("The runtime's own. This and all below: null until it was loaded once."),
    context_length: z.int().nullable().describe('Tokens one request may span, prompt and answer together.'),
    trained_context_length: z.int().nullable(),
    parameters: z.int().nullable(),
    size_bytes: z.int().nullable(),
    vocabulary_size: z.int().nullable().describe('Keys of `logit_bias` are below this.'),
    chat_template: z
      .enum(['model', 'chatml'])
      .nullable()
      .describe("`model`: from the model's file. `chatml`: the file has none, so ChatML is used."),
  })
  .meta({ id: 'Model' })

type ModelFields = z.infer<typeof modelSchema>

/** OpenAI's model object and what Trivet knows besides. The path stays here: it is nobody's business. */
export function encodeModel({ id, created, state, reason, running, waiting, loaded }: ModelStatus): ModelFields {
  return {
    id,
    object: 'model',
    created,
    owned_by: 'local',
    state,
    reason,
    running,
    waiting,
    description: loaded?.model.description ?? null,
    context_length: loaded?.capabilities.contextTokens ?? null,
    trained_context_length: loaded?.model.trainedContextTokens ?? null,
    parameters: loaded?.model.parameters ?? null,
    size_bytes: loaded?.model.sizeBytes ?? null,
    vocabulary_size: loaded?.model.vocabularyTokens ?? null,
    chat_template: loaded ? (loaded.model.chatTemplate === null ? 'chatml' : 'model') : null,
  }
}
