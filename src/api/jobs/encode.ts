import { z } from 'zod'
import { encodeError } from '../../contracts/unified.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Job, JobEvent, Progress } from '../../jobs/job.ts'
import { errorSchema } from '../error-schema.ts'

const seconds = (what: string) => z.number().describe(`${what}, in seconds since the Unix epoch.`)

const progressSchema = z.object({
  done_bytes: z.int(),
  total_bytes: z.int().nullable().describe('Null: not known yet.'),
  bytes_per_second: z.number().nullable().describe('Of the last ten seconds.'),
  eta_seconds: z.number().nullable(),
})

export const jobSchema = z
  .object({
    id: z.string(),
    object: z.literal('job'),
    kind: z.enum(['pull', 'load', 'convert', 'quantize', 'benchmark']),
    subject: z.string().describe('What it is about: a model.'),
    state: z
      .enum(['queued', 'running', 'paused', 'interrupted', 'done', 'failed', 'cancelled'])
      .describe('`done`, `failed` and `cancelled` are ends. `interrupted`: the server ended first; `resume` goes on.'),
    stage: z.string().nullable().describe('What it is doing; null before it began.'),
    progress: progressSchema.nullable().describe('Of this stage; null where nothing can be counted.'),
    error: errorSchema.nullable().describe('Why it failed, as the request would have been told.'),
    result: z.unknown().describe('What a finished one made; null until then.'),
    pausable: z.boolean(),
    request: z
      .object({ path: z.string(), body: z.unknown() })
      .nullable()
      .describe('What asks for it again, also of a server started anew: a POST. Null: it ends with the server.'),
    created_at: seconds('Asked for'),
    started_at: seconds('Begun').nullable(),
    ended_at: seconds('Over').nullable(),
  })
  .meta({ id: 'Job' })

export const jobEventSchema = z
  .object({
    type: z.enum(['job.state', 'job.stage', 'job.progress']),
    cursor: z.int().describe('Grows with every change; `?cursor=` goes on after it.'),
    job: jobSchema,
  })
  .meta({ id: 'JobEvent' })

export function encodeJob({ createdMs, startedMs, endedMs, progress, error, ...job }: Job): z.infer<typeof jobSchema> {
  return {
    id: job.id,
    object: 'job',
    kind: job.kind,
    subject: job.subject,
    state: job.state,
    stage: job.stage,
    progress: progress && encodeProgress(progress),
    error: error && encodeError(TrivetError.from(error)).body.error,
    result: job.result,
    pausable: job.pausable,
    request: job.request && { ...job.request },
    created_at: createdMs / 1000,
    started_at: startedMs === null ? null : startedMs / 1000,
    ended_at: endedMs === null ? null : endedMs / 1000,
  }
}

export function encodeJobEvent({ type, cursor, job }: JobEvent): z.infer<typeof jobEventSchema> {
  return { type, cursor, job: encodeJob(job) }
}

function encodeProgress({ doneBytes, totalBytes, bytesPerSecond, etaSeconds }: Progress) {
  return {
    done_bytes: doneBytes,
    total_bytes: totalBytes,
    bytes_per_second: bytesPerSecond,
    eta_seconds: etaSeconds,
  }
}
