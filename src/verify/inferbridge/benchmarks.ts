import { z } from 'zod'
import type { Check } from '../check.ts'
import { must, told } from '../judge.ts'
import { detailSchema, flawsSchema } from './schemas.ts'

const RUN = '/v1/benchmarks/run'

const recommendation = z.looseObject({
  model_id: z.string().nullable(),
  score: z.number(),
  summary: z.string(),
  rationale: z.array(z.string()),
  caveat: z.string(),
})

const runSchema = z.looseObject({
  run_id: z.string().regex(/^bench-\d{8}-\d{6}-/),
  created_at: z.number(),
  finished_at: z.number(),
  max_tokens: z.int(),
  runs_per_combo: z.int(),
  mock: z.boolean(),
  results: z.array(
    z.looseObject({
      model_id: z.string(),
      backend: z.string(),
      weight_format: z.string(),
      requested_device: z.string(),
      actual_device: z.string().nullable(),
      load_time_ms: z.number().nullable(),
      time_to_first_token_ms: z.number().nullable(),
      total_latency_ms: z.number().nullable(),
      completion_tokens: z.int(),
      tokens_sec: z.number().nullable(),
      success: z.boolean(),
      error: z.string().nullable(),
      score: z.number(),
    }),
  ),
  recommendation,
})

const REFUSED: readonly (readonly [what: string, fields: object, status: 400 | 404 | 422])[] = [
  ['no model', {}, 400],
  ['no devices', { model: 'any', devices: [] }, 400],
  ['an unknown model', { model: 'nobody' }, 404],
  ['more than ten runs', { model: 'any', runs: 11 }, 422],
  ['more than 4096 tokens', { model: 'any', max_tokens: 4097 }, 422],
]

/** What was measured before stays: only whoever owns it clears it. */
export const benchmarkChecks: readonly Check[] = [
  {
    name: 'a benchmark has a row for each device, is kept, and recommends; a device that is not there is a row too',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const wish = { model, devices: ['CPU', 'NPU.99'], max_tokens: 4, runs: 1 }
      const run = told(await client.post(RUN, wish), 200, runSchema)
      const [cpu, absent] = run.results
      must(cpu?.success === true && cpu.requested_device === 'CPU', 'there is no figure for the CPU')
      must(absent?.success === false && absent.error !== null, 'the device that is not there has no error')
      const listed = z.object({ object: z.literal('list'), data: z.array(runSchema) })
      const { data } = told(await client.get('/v1/benchmarks'), 200, listed)
      must(data[0]?.run_id === run.run_id, 'it is not listed first')
      const latest = told(await client.get('/v1/benchmarks/latest'), 200, z.object({ run: runSchema, recommendation }))
      must(latest.run.run_id === run.run_id, 'it is not the latest')
    },
  },
  ...REFUSED.map(
    ([what, fields, status]): Check => ({
      name: `a benchmark of ${what} is a ${status}`,
      profiles: [],
      requires: [],
      run: async ({ client }) =>
        void told(await client.post(RUN, fields), status, status === 422 ? flawsSchema : detailSchema),
    }),
  ),
]
