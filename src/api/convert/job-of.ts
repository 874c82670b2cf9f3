import { TrivetError } from '../../core/errors.ts'
import type { JobSpec } from '../../jobs/job.ts'
import type { Definition } from '../../models/pull/definitions.ts'
import { requestOf } from '../jobs/request-of.ts'
import { decodeLoad } from '../models/decode-load.ts'
import type { Services } from '../services.ts'
import { convertJob } from './convert-job.ts'
import type { ConvertFields, QuantizeFields } from './convert-schema.ts'
import type { LoadMade } from './making-job.ts'
import { quantizeJob } from './quantize-job.ts'

/** The job that a conversion is. Rejects as `convertJob`. */
export async function convertJobOf(services: Services, asked: ConvertFields): Promise<JobSpec> {
  const { converter, puller, definitions } = services
  const fields = registered(asked, await definitions.find(asked.model))
  const spec = await convertJob(fields, { converter, puller, load: loadMade(fields, services) })
  return { ...spec, request: requestOf('/v1/models/convert', asked) }
}

/** The job that a quantization is. Rejects as `quantizeJob`. */
export async function quantizeJobOf({ converter, catalogue }: Services, fields: QuantizeFields): Promise<JobSpec> {
  const spec = await quantizeJob(fields, converter, catalogue)
  return { ...spec, request: requestOf('/v1/models/quantize', fields) }
}

/** A registered id stands for where its model comes from and what it is to be; what the request says counts first. */
function registered(fields: ConvertFields, definition: Definition | null): ConvertFields {
  if (definition === null) return fields
  const { id, source, weightFormat, trustRemoteCode } = definition
  return {
    ...fields,
    model: source,
    id: fields.id ?? id,
    weight_format: fields.weight_format ?? (fields.type ? null : weightFormat),
    trust_remote_code: fields.trust_remote_code ?? trustRemoteCode,
  }
}

/** Throws `invalid_value` about a device for nothing to be loaded on. */
function loadMade({ load_after: wanted, device }: ConvertFields, { scheduler, files }: Services): LoadMade | null {
  if (wanted) {
    return ({ id, path }, signal) => scheduler.load({ ...decodeLoad({ model: id, device }, files), path }, signal)
  }
  if (!device) return null
  throw new TrivetError('invalid_value', { reason: '`device` is only allowed with `load_after`.' }, 'device')
}
