import { z } from 'zod'
import { PROFILES } from '../../models/advisor/profile.ts'
import { type Suited, suited } from '../../models/library/suit.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'

const bytes = z.int()

const librarySchema = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z
        .object({
          id: z.string().describe('What it would be called here.'),
          object: z.literal('library_model'),
          name: z.string(),
          description: z.string(),
          kind: z.enum(['chat', 'embedding', 'rerank']),
          capabilities: z.array(z.enum(['vision', 'tools', 'thinking'])),
          parameters: z.int(),
          context_length: z.int().describe('Tokens it was trained for.'),
          license: z.string(),
          gated: z.boolean().describe('Its licence has to be accepted at Hugging Face first.'),
          size_bytes: bytes.describe('To be fetched.'),
          fit: z.object({
            verdict: z.enum(['fits', 'tight', 'no']),
            needed_bytes: bytes.describe('With the usual context.'),
            free_bytes: bytes.describe('That models may take now.'),
          }),
          device: z.string().nullable().describe('Where it would compute; null: no engine here runs it.'),
          decode_tokens_per_second: z.number().nullable().describe('Estimated, there.'),
          pull: z
            .object({ model: z.string(), precision: z.string(), id: z.string() })
            .describe('What POST /v1/models/pull takes to fetch it.'),
        })
        .meta({ id: 'LibraryModel' }),
    ),
  })
  .meta({ id: 'Library' })

const query = z.object({
  query: z.string().trim().max(160).default('').describe('Only those with all of these words.'),
  profile: z.enum(PROFILES).default('balanced').describe('What matters most.'),
})

/** Open models that are worth having, those that suit this machine best first; those without room here last. */
export function libraryEndpoint({ machine }: Services): Endpoint<unknown, z.infer<typeof query>> {
  return {
    method: 'GET',
    path: '/v1/models/library',
    scope: 'read',
    tag: 'Models',
    summary: 'Browse open models',
    description:
      'What comes with Trivet as a list, wherever the models are; whether each has room here is an estimate.',
    query,
    responses: { 200: jsonDoc('The models.', librarySchema) },
    async handle({ query: { query: words, profile } }) {
      const report = await machine.report()
      return json({ object: 'list', data: suited(words, profile, report).map(encode) })
    },
  }
}

function encode({ model, fit, advice }: Suited): z.infer<typeof librarySchema>['data'][number] {
  return {
    id: model.id,
    object: 'library_model',
    name: model.name,
    description: model.description,
    kind: model.kind,
    capabilities: [
      ...(model.readsImages ? (['vision'] as const) : []),
      ...(model.callsTools ? (['tools'] as const) : []),
      ...(model.thinks ? (['thinking'] as const) : []),
    ],
    parameters: model.parameters,
    context_length: model.trainedContextTokens,
    license: model.licence,
    gated: model.gated,
    size_bytes: Math.round(model.sizeBytes),
    fit: {
      verdict: fit.verdict,
      needed_bytes: Math.round(fit.neededBytes),
      free_bytes: Math.round(fit.freeBytes),
    },
    device: advice?.site.device ?? null,
    decode_tokens_per_second: advice && Math.round(10 * advice.decode.tokensPerSecond) / 10,
    pull: { model: model.source, precision: model.precision, id: model.id },
  }
}
