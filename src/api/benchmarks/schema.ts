import { z } from 'zod'
import { missing } from '../validation/refinements.ts'

const MOST_CASES = 16
const MOST_TOKENS = 1_000_000
const MOST_AT_ONCE = 256

const modelId = z.string().min(1).max(1000)

/** One, or several in turn. */
const oneOrMore = (number: z.ZodInt) => z.union([number, z.array(number).min(1).max(MOST_CASES)])

export const benchmarkSchema = z
  .object({
    model: modelId.nullish().describe('An id from GET /v1/models.'),
    models: z.array(modelId).max(64).nullish().describe('More of them, one after another.'),
    devices: z
      .array(z.string().max(200))
      .min(1)
      .max(32)
      .default(['auto'])
      .describe('Each as `compute` of a load: `cpu`, `gpu.1`; `auto`: where the model is.'),
    prompt: z.string().min(1).max(20_000).nullish().describe('Default: made up.'),
    prompt_tokens: oneOrMore(z.int().min(8).max(MOST_TOKENS))
      .nullish()
      .describe('Sizes of prompts, cut to just so many tokens. Default: the prompt as it is.'),
    concurrency: oneOrMore(z.int().min(1).max(MOST_AT_ONCE))
      .default(1)
      .describe('Answers side by side, each number in turn.'),
    max_tokens: z.int().min(2).max(4096).default(64).describe('Of each answer.'),
    runs: z.int().min(2).max(50).default(3).describe('Measured, of which the median and the spread are told.'),
    warm_up: z.int().min(0).max(10).default(1).describe('Runs before them, not measured.'),
    wait: z.boolean().nullish().describe('`false`: answers with the job at once. Default: with what was measured.'),
    stream: z.boolean().nullish().describe('Answers with the events of the job.'),
  })
  .refine(({ model, models }) => model || (models ?? []).length > 0, missing('model'))
  .meta({ id: 'BenchmarkRequest' })

export type BenchmarkFields = z.infer<typeof benchmarkSchema>

export const benchmarkQuery = z.object({
  model: modelId.optional().describe('Only results of this model.'),
  device: z.string().max(200).optional().describe('Only those on this device, as it was asked for.'),
  success: z.enum(['true', 'false']).optional().describe('Only what was measured, or only what failed.'),
  occasion: z.enum(['asked', 'first-load']).optional(),
  hardware: z.string().max(100).optional().describe('Only runs on the machine with this fingerprint.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().max(200).optional().describe('Only runs before the one with this id.'),
})

export type BenchmarkQuery = z.infer<typeof benchmarkQuery>

const spreadSchema = z.object({ median: z.number(), min: z.number(), max: z.number() }).meta({ id: 'BenchmarkSpread' })

const speed = spreadSchema.describe('Tokens a second.')
const milliseconds = spreadSchema.describe('Milliseconds.')

const measureSchema = z
  .object({
    load_ms: z.number().nullable().describe('Null: it was loaded already.'),
    prompt_tokens: z.int().describe('As the engine counts them.'),
    completion_tokens: z.int(),
    ttft_ms: milliseconds,
    total_ms: milliseconds,
    prefill_tokens_per_second: speed,
    decode_tokens_per_second: speed.describe('Of one answer, after its first token.'),
    together_tokens_per_second: speed.describe('Of all answers side by side, after the first token.'),
    inter_token_ms: z.object({ p50: z.number(), p95: z.number() }),
    engine: z
      .object({ prefill_tokens_per_second: speed, decode_tokens_per_second: speed })
      .nullable()
      .describe("By the engine's own clock, without queues and pipes; null: it tells none."),
    resident_bytes: z
      .number()
      .nullable()
      .describe("The most that the engine's process held in memory; null: it tells none."),
    joules_per_token: spreadSchema.nullable().describe('Of the whole processor; null: nothing here tells.'),
  })
  .meta({ id: 'BenchmarkMeasure' })

const subjectSchema = z
  .object({
    engine_version: z.string(),
    fingerprint: z.string().describe('As `system_fingerprint` of its answers.'),
    model_hash: z.string().nullable().describe('Of the size and the ends of its files.'),
    parameters: z.number(),
    weight_bytes: z.number(),
    memory_bytes: z.number().nullable().describe('Estimated: weights, cache and buffers.'),
    context_length: z.int(),
    slots: z.int(),
    threads: z.int().nullable(),
    gpu_layers: z.int().nullable(),
  })
  .meta({ id: 'BenchmarkSubject' })

const resultSchema = z
  .object({
    model: z.string(),
    device: z.string(),
    prompt_tokens: z.int().nullable().describe('As asked for; null: the prompt as it is.'),
    concurrency: z.int(),
    max_tokens: z.int(),
    created_at: z.number(),
    success: z.boolean(),
    error: z.string().nullable(),
    measure: measureSchema.nullable(),
    subject: subjectSchema.nullable().describe('Null: it never got so far.'),
  })
  .meta({ id: 'BenchmarkResult' })

const seriesSchema = z
  .object({
    model: z.string(),
    device: z.string(),
    prompt_tokens: z.int().nullable(),
    points: z.array(
      z.object({
        concurrency: z.int(),
        together_tokens_per_second: z.number(),
        decode_tokens_per_second: z.number(),
        ttft_ms: z.number(),
      }),
    ),
  })
  .meta({ id: 'BenchmarkSeries' })

const recommendationSchema = z
  .object({
    model: z.string(),
    device: z.string(),
    prompt_tokens: z.int().nullable(),
    concurrency: z.int(),
    reasons: z.array(z.string()),
  })
  .meta({ id: 'BenchmarkRecommendation' })

export const runSchema = z
  .object({
    id: z.string(),
    object: z.literal('benchmark'),
    occasion: z.enum(['asked', 'first-load']).describe('`first-load`: by the server itself.'),
    created_at: z.number().describe('In seconds since the Unix epoch.'),
    finished_at: z.number(),
    version: z.string().describe('Of Trivet.'),
    settings: z.object({
      prompt: z.string().nullable(),
      prompt_tokens: z.array(z.int()),
      concurrency: z.array(z.int()),
      max_tokens: z.int(),
      runs: z.int(),
      warm_up: z.int(),
    }),
    hardware: z.object({
      fingerprint: z.string().describe('Another whenever figures may no longer compare.'),
      board: z.string().nullable(),
      cpu: z.string().nullable(),
      architecture: z.string(),
      cores: z.int(),
      memory_bytes: z.number(),
      chips: z.array(z.string()),
    }),
    results: z.array(resultSchema),
    series: z.array(seriesSchema).describe('The same as lines: speed against answers side by side.'),
    recommendation: recommendationSchema.nullable().describe('Null: nothing could be measured.'),
  })
  .meta({ id: 'Benchmark' })

export const runListSchema = z
  .object({ object: z.literal('list'), data: z.array(runSchema), has_more: z.boolean() })
  .meta({ id: 'BenchmarkList' })

export const latestSchema = z
  .object({ run: runSchema.nullable(), recommendation: recommendationSchema.nullable() })
  .meta({ id: 'LatestBenchmark' })

export const deletedSchema = z
  .object({ object: z.literal('benchmark.deleted'), deleted: z.int().describe('Runs.') })
  .meta({ id: 'DeletedBenchmarks' })
