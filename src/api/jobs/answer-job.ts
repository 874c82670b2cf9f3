import type { z } from 'zod'
import { type ErrorReport, TrivetError } from '../../core/errors.ts'
import type { Job, JobSpec } from '../../jobs/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type JsonReply, json, jsonDoc, type Reply, type ResponseDoc } from '../endpoint.ts'
import { encodeJob, encodeJobEvent, jobEventSchema, jobSchema } from './encode.ts'

/** How a request that starts a job wants to hear of it. */
export type JobWish = 'wait' | 'job' | 'events'

/** The fields that a request has which starts a job. */
export interface JobFields {
  readonly stream?: boolean | null | undefined
  readonly wait?: boolean | null | undefined
}

/** By the fields that such a request has. `wait` is what it does when neither is there. */
export function jobWish(fields: JobFields, wait: boolean): JobWish {
  if (fields.stream === true) return 'events'
  return (fields.wait ?? wait) ? 'wait' : 'job'
}

/**
 * How such a request is answered, for the API's document.
 * @param description of what comes with `wait` or `stream`
 * @param whole what comes once the job is over
 */
export function jobDocs(description: string, whole: z.ZodType = jobSchema): Readonly<Record<200 | 202, ResponseDoc>> {
  return {
    200: { description, content: { 'application/json': whole, 'text/event-stream': jobEventSchema } },
    202: jsonDoc('The job, which has begun.', jobSchema),
  }
}

/**
 * Starts the job, or joins the one that runs, and answers as wished: with the job at once (202), with its events, or
 * once it is over, with what `whole` makes of it. A client that leaves does not end the job. Throws what it failed with.
 */
export async function answerJob(
  jobs: Jobs,
  spec: JobSpec,
  wish: JobWish,
  signal: AbortSignal,
  whole: (job: Job) => JsonReply = (job) => json(encodeJob(job)),
): Promise<Reply> {
  const { job } = jobs.start(spec)
  if (wish === 'job') return { ...json(encodeJob(job), 202), headers: { location: `/v1/jobs/${job.id}` } }
  if (wish === 'events') return { kind: 'events', format: 'named', events: jobEvents(jobs, job.id, 0, signal) }
  return whole(await finished(jobs, job.id, signal))
}

/** The job once it is done. Rejects with what it failed with, or `job_cancelled`. */
export async function finished(jobs: Jobs, id: string, signal: AbortSignal): Promise<Job> {
  const job = await jobs.ended(id, signal)
  if (job.error !== null) throw failureOf(id, job.error)
  if (job.state === 'cancelled') throw new TrivetError('job_cancelled', { id })
  return job
}

/** What the request is told, whose log leads to that of the job: there is what is behind it. */
function failureOf(id: string, { code, details, param }: ErrorReport): TrivetError {
  return new TrivetError(code, details, param, { cause: `the job ${id} failed; its own line in this log says why` })
}

/** The events of a job as they are sent. */
export async function* jobEvents(jobs: Jobs, id: string, cursor: number, signal: AbortSignal): AsyncGenerator<unknown> {
  for await (const event of jobs.events(id, cursor, signal)) yield encodeJobEvent(event)
}
