import { TrivetError } from '../../core/errors.ts'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import { answerJob, finished, jobDocs, jobWish } from '../jobs/answer-job.ts'
import type { Services } from '../services.ts'
import { encodeRecommendation, encodeRun } from './encode.ts'
import { benchmarkJob, decodeOrder } from './job.ts'
import {
  type BenchmarkFields,
  type BenchmarkQuery,
  benchmarkQuery,
  benchmarkSchema,
  deletedSchema,
  latestSchema,
  runListSchema,
  runSchema,
} from './schema.ts'
import { selectRuns } from './select.ts'

const common = { tag: 'Benchmarks', params: {} } as const
const one = { id: 'The id of a benchmark.' }

/** Measuring models where they run, and what was measured before. */
export function benchmarkEndpoints(
  services: Services,
): readonly [Endpoint<BenchmarkFields>, Endpoint<unknown, BenchmarkQuery>, ...Endpoint[]] {
  const { benchmarks, jobs } = services

  /** A client that waits and leaves ends what it alone has asked for. */
  async function whole(spec: ReturnType<typeof benchmarkJob>, signal: AbortSignal): Promise<Reply> {
    const { job } = jobs.start(spec)
    try {
      return json((await finished(jobs, job.id, signal)).result)
    } catch (error) {
      if (signal.aborted) await jobs.cancel(job.id)
      throw error
    }
  }

  return [
    {
      ...common,
      method: 'POST',
      path: '/v1/benchmarks/run',
      scope: 'manage',
      summary: 'Measure models on devices',
      description:
        'Each model on each device, with each size of prompt and each number of answers side by side, one after another; ' +
        'what fails is a result like any. Benchmarks take turns, and wait in line with other requests of a model.',
      body: benchmarkSchema,
      responses: jobDocs('What was measured; with `stream`, the events of the job.', runSchema),
      streams: ({ stream }) => (stream ? 'named' : null),
      async handle({ body, signal }) {
        const spec = benchmarkJob(await decodeOrder(body, services), services)
        const wish = jobWish(body, true)
        return wish === 'wait' ? whole(spec, signal) : answerJob(jobs, spec, wish, signal)
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/benchmarks',
      scope: 'read',
      summary: 'List what was measured',
      description: 'Runs, the latest first. The last hundred are kept.',
      query: benchmarkQuery,
      responses: { 200: jsonDoc('The runs.', runListSchema) },
      handle({ query }) {
        const { runs, hasMore } = selectRuns(benchmarks.list(), query)
        return json({ object: 'list', data: runs.map(encodeRun), has_more: hasMore })
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/benchmarks/latest',
      scope: 'read',
      summary: 'Tell what was measured last',
      responses: { 200: jsonDoc('The run, and what it recommends.', latestSchema) },
      handle() {
        const [run] = benchmarks.list()
        return json({
          run: run === undefined ? null : encodeRun(run),
          recommendation: run === undefined ? null : encodeRecommendation(run.results),
        })
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/benchmarks/:id',
      params: one,
      scope: 'read',
      summary: 'Read a benchmark',
      responses: { 200: jsonDoc('The run.', runSchema) },
      handle: (call) => json(encodeRun(known(call))),
    },
    {
      ...common,
      method: 'DELETE',
      path: '/v1/benchmarks/:id',
      params: one,
      scope: 'manage',
      summary: 'Forget a benchmark',
      responses: { 200: jsonDoc('It is forgotten.', deletedSchema) },
      handle: (call) => json({ object: 'benchmark.deleted', deleted: benchmarks.remove(known(call).id) }),
    },
    {
      ...common,
      method: 'DELETE',
      path: '/v1/benchmarks',
      scope: 'manage',
      summary: 'Forget what was measured',
      responses: { 200: jsonDoc('It is forgotten.', deletedSchema) },
      handle: () => json({ object: 'benchmark.deleted', deleted: benchmarks.clear() }),
    },
  ]

  function known({ params: { id = '' } }: Pick<Call, 'params'>) {
    const run = benchmarks.list().find((each) => each.id === id)
    if (run === undefined) throw new TrivetError('benchmark_not_found', { id })
    return run
  }
}
