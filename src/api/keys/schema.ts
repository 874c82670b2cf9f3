import { z } from 'zod'
import { SCOPES } from '../../core/key.ts'

const scope = z.enum(SCOPES)
const amount = z.int().min(1).nullish()

export const keyRequestSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .refine((name) => !/\p{Cc}/u.test(name), 'must have no control characters')
      .describe('To tell it from others.'),
    scopes: z
      .array(scope)
      .min(1)
      .nullish()
      .describe(
        '`read`: look at models and status; `inference`: have models answer, and `read`; `manage`: load, pull and delete ' +
          'models, and `read`; `admin`: everything, keys included. Default `["inference"]`.',
      ),
    models: z
      .array(z.string().min(1).max(1000))
      .min(1)
      .max(1000)
      .nullish()
      .describe('Models that it may have answer; default: all. Not with `manage` or `admin`.'),
    requests_per_minute: amount.describe('Requests for a model in a minute. Default: as the server is set up.'),
    tokens_per_minute: amount.describe('Tokens of prompts and answers in a minute. Default: as the server is set up.'),
    max_tokens: amount.describe('Tokens of prompts and answers in all. Default: no limit.'),
    expires_at: z.int().min(1).nullish().describe('Seconds since the Unix epoch. Default: never.'),
  })
  .meta({ id: 'KeyRequest' })
export type KeyFields = z.infer<typeof keyRequestSchema>

export const keySchema = z
  .object({
    id: z.string(),
    object: z.literal('key'),
    name: z.string(),
    hint: z.string().describe('Its first characters, and those of its hash.'),
    source: z.enum(['store', 'settings']).describe('`settings`: an environment variable or a file.'),
    state: z.enum(['active', 'expired', 'revoked']),
    scopes: z.array(scope),
    models: z.array(z.string()).nullable(),
    requests_per_minute: z.int().nullable(),
    tokens_per_minute: z.int().nullable(),
    max_tokens: z.int().nullable(),
    created_at: z.int().nullable(),
    expires_at: z.int().nullable(),
    revoked_at: z.int().nullable(),
  })
  .meta({ id: 'Key' })

export const newKeySchema = keySchema
  .extend({ secret: z.string().describe('The key itself. It is not kept, and so never shown again.') })
  .meta({ id: 'NewKey' })

export const keyListSchema = z.object({ object: z.literal('list'), data: z.array(keySchema) }).meta({ id: 'KeyList' })

export const keyStatsSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        id: z.string().describe("The key's id; `anonymous`: without a key."),
        name: z.string().nullable(),
        requests: z.int().describe('Requests that a model worked for.'),
        failed: z.int().describe('Of these, those that ended in an error.'),
        prompt_tokens: z.int(),
        completion_tokens: z.int(),
        total_latency_ms: z.int().describe('Of all requests together.'),
        average_latency_ms: z.number(),
        last_used_at: z.int(),
      }),
    ),
  })
  .meta({ id: 'KeyStats' })
