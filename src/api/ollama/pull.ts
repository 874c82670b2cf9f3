import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { hasEnded, type Job } from '../../jobs/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { readReference } from '../../models/pull/reference.ts'
import { type Endpoint, json } from '../endpoint.ts'
import { finished } from '../jobs/answer-job.ts'
import { requestOf } from '../jobs/request-of.ts'
import { pullJob } from '../pull/order.ts'
import type { Services } from '../services.ts'

const requestSchema = z.object({
  model: z.string().optional().describe('A name of the Ollama library, or `hf.co/org/repo:PRECISION`.'),
  name: z.string().optional().describe('The older word for `model`.'),
  stream: z.boolean().nullish().describe('Default: true, a line for every step.'),
})

type PullFields = z.infer<typeof requestSchema>

const lineSchema = z
  .object({
    status: z.string().describe('The last one is `success`.'),
    digest: z.string().optional(),
    total: z.int().optional(),
    completed: z.int().optional(),
  })
  .meta({ id: 'OllamaPullStatus' })

type Line = z.infer<typeof lineSchema>

/** Ollama's pull, for its clients: the same job as any other pull, told in their words. */
export function pullEndpoint({ jobs, puller }: Services): Endpoint<PullFields> {
  return {
    method: 'POST',
    path: '/api/pull',
    scope: 'manage',
    tag: 'Ollama',
    summary: 'Pull a model',
    description: 'A name without an address is one of the Ollama library. The pull goes on when its client leaves.',
    body: requestSchema,
    errors: 'ollama',
    responses: {
      200: {
        description: 'Its steps, one a line; without `stream`, the last.',
        content: { 'application/x-ndjson': lineSchema, 'application/json': lineSchema },
      },
    },
    streams: ({ stream }) => (stream === false ? null : 'lines'),
    async handle({ body, signal }) {
      const name = body.model ?? body.name
      if (name === undefined) throw new TrivetError('missing_field', { field: 'model' }, 'model')
      const hub = isNamed(name) ? null : 'ollama'
      const spec = pullJob(puller, { reference: readReference(name, hub), id: null }, name)
      const { job } = jobs.start({ ...spec, request: requestOf('/v1/models/pull', { model: name, hub }) })
      if (body.stream !== false) return { kind: 'events', format: 'lines', events: lines(jobs, job.id, signal) }
      await finished(jobs, job.id, signal)
      return json({ status: 'success' } satisfies Line)
    },
  }
}

/** What names no host is Ollama's. */
function isNamed(name: string): boolean {
  return /:\/\/|^[^/:]+\.[^/:]+\//.test(name)
}

async function* lines(jobs: Jobs, id: string, signal: AbortSignal): AsyncGenerator<Line> {
  let last = ''
  for await (const { job } of jobs.events(id, 0, signal)) {
    if (job.error !== null) throw TrivetError.from(job.error)
    if (job.state === 'cancelled') throw new TrivetError('job_cancelled', { id })
    const line = lineOf(job)
    if (JSON.stringify(line) !== last) yield line
    last = JSON.stringify(line)
  }
}

function lineOf(job: Job): Line {
  if (hasEnded(job)) return { status: 'success' }
  const { stage, progress, subject } = job
  if (stage === 'verifying') return { status: 'verifying sha256 digest' }
  if (stage === 'unpacking') return { status: 'unpacking' }
  if (stage === 'publishing') return { status: 'writing manifest' }
  if (stage !== 'downloading' || progress === null) return { status: 'pulling manifest' }
  const { doneBytes, totalBytes } = progress
  // Clients draw one bar for each digest; a pull of several files has one.
  const counted = { digest: subject, completed: doneBytes, ...(totalBytes !== null && { total: totalBytes }) }
  return { status: `pulling ${subject}`, ...counted }
}
