import type { JobRequest } from '../../jobs/job.ts'
import type { JobFields } from './answer-job.ts'

/** What asks for a job again: the request as it came, but for how it was to be answered. */
export function requestOf(path: string, fields: JobFields & Readonly<Record<string, unknown>>): JobRequest {
  const { stream: _, wait: __, ...body } = fields
  return { path, body }
}
