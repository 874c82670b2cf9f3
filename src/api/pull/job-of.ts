import type { JobSpec } from '../../jobs/job.ts'
import { decodeType } from '../convert/gguf-type.ts'
import { requestOf } from '../jobs/request-of.ts'
import { fetchJob } from '../registry/fetch-job.ts'
import type { Services } from '../services.ts'
import { decodeOrder, pullJob } from './order.ts'
import type { PullRequestFields } from './request-schema.ts'

/** The job that a pull is. A registered id is one; what is registered nowhere says itself where it is. */
export async function pullJobOf(services: Services, fields: PullRequestFields): Promise<JobSpec> {
  const definition = await services.definitions.find(fields.model)
  const spec =
    definition === null
      ? pullJob(services.puller, decodeOrder(fields), fields.model)
      : fetchJob(definition, decodeType({ weight_format: definition.weightFormat }), { ...services, load: null })
  return { ...spec, request: requestOf('/v1/models/pull', fields) }
}
