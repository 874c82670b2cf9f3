import { TrivetError } from '../core/errors.ts'
import type { JobRequest, JobSpec } from '../jobs/job.ts'
import { convertSchema, quantizeSchema } from './convert/convert-schema.ts'
import { convertJobOf, quantizeJobOf } from './convert/job-of.ts'
import { pullJobOf } from './pull/job-of.ts'
import { pullRequestSchema } from './pull/request-schema.ts'
import { customSchema } from './registry/fields.ts'
import { customJobOf } from './registry/job-of.ts'
import type { Services } from './services.ts'
import { validate } from './validation/validation.ts'

type ReadJob = (services: Services, body: unknown) => Promise<JobSpec>

const READERS: Readonly<Record<string, ReadJob>> = {
  '/v1/models/pull': (services, body) => pullJobOf(services, validate(pullRequestSchema, body)),
  '/v1/models/download-custom': async (services, body) => customJobOf(services, validate(customSchema, body)),
  '/v1/models/convert': (services, body) => convertJobOf(services, validate(convertSchema, body)),
  '/v1/models/quantize': (services, body) => quantizeJobOf(services, validate(quantizeSchema, body)),
}

/** The job that this request asks for, read as it was when it first came. Rejects as its endpoint does. */
export async function jobOf(services: Services, { path, body }: JobRequest): Promise<JobSpec> {
  const read = READERS[path]
  if (read === undefined) throw new TrivetError('internal_error')
  return read(services, body)
}
