import { z } from 'zod'
import { PROFILES } from '../../models/advisor/profile.ts'
import { WARNING_CODES } from '../../models/advisor/warnings.ts'

export const adviceQuery = z.object({
  model: z.string().min(1).max(1000).optional().describe('Only of this model. Default: of all that are here.'),
  profile: z
    .string()
    .max(40)
    .default('balanced')
    .describe(`What matters most: ${PROFILES.join(', ')}, or another name of these, as \`auto:\` takes them.`),
})

export type AdviceQuery = z.infer<typeof adviceQuery>

const speedSchema = z
  .object({
    tokens_per_second: z.number(),
    source: z.enum(['measured', 'estimated']).describe('`measured`: this model, on this machine, which counts more.'),
    estimated: z.number().describe('By the rule alone.'),
    estimate_error: z
      .number()
      .nullable()
      .describe('How far the rule is off, as a share: of this model, else of those measured here; null: nobody knows.'),
  })
  .meta({ id: 'AdvisedSpeed' })

export const deviceAdviceSchema = z
  .object({
    device: z.string(),
    kind: z.enum(['cpu', 'gpu', 'npu']),
    description: z.string(),
    fit: z.object({
      verdict: z.enum(['fits', 'tight', 'no']),
      needed_bytes: z.number().describe('With 8192 tokens of context, or what it was trained for.'),
      free_bytes: z.number(),
      weight_bytes: z.number(),
      cache_bytes_per_token: z.number(),
      source: z.enum(['engine', 'rule']).describe('`engine`: reckoned from its file; `rule`: by its size.'),
    }),
    decode: speedSchema,
    prefill: speedSchema,
    recommended: z.object({
      precision: z.string().nullable().describe('If it were converted anew; null: none has room.'),
      context_length: z.int(),
      threads: z.int().nullable().describe("Null: they don't matter there."),
      reasons: z.array(z.string()),
    }),
    warnings: z.array(
      z.object({
        code: z.enum(WARNING_CODES),
        severity: z.enum(['info', 'warning', 'blocking']),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'DeviceAdvice' })

const pickSchema = z
  .object({ model: z.string(), device: z.string(), reason: z.string() })
  .nullable()
  .describe('Null: nothing has room.')

export const adviceSchema = z
  .object({
    object: z.literal('advice'),
    profile: z.enum(PROFILES),
    hardware: z.string().describe('Fingerprint of the machine, as of benchmarks.'),
    estimates: z.object({
      measured_models: z.int(),
      usual_error: z.number().nullable().describe('Half of the estimates here are off by no more than this share.'),
    }),
    profiles: z.object({
      fastest: pickSchema,
      balanced: pickSchema,
      'best-quality': pickSchema,
      'lowest-memory': pickSchema,
      'lowest-power': pickSchema,
    }),
    models: z.array(
      z.object({
        id: z.string(),
        parameters: z.number(),
        precision: z.string().nullable(),
        devices: z.array(deviceAdviceSchema).describe('Where it could compute.'),
      }),
    ),
  })
  .meta({ id: 'Advice' })

export type EncodedAdvice = z.infer<typeof adviceSchema>
