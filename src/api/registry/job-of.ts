import type { JobSpec } from '../../jobs/job.ts'
import type { Definition } from '../../models/pull/definitions.ts'
import { decodeType } from '../convert/gguf-type.ts'
import type { LoadMade } from '../convert/making-job.ts'
import { requestOf } from '../jobs/request-of.ts'
import { decodeLoad } from '../models/decode-load.ts'
import type { Services } from '../services.ts'
import { type FetchTools, fetchJob } from './fetch-job.ts'
import { type CustomFields, decodeDefinition } from './fields.ts'

/** The job that fetching a model under an id of the user's is. Throws as `fetchJob`. */
export function customJobOf(services: Services, fields: CustomFields): JobSpec {
  const definition = decodeDefinition(fields)
  const spec = fetchJob(definition, decodeType(fields), toolsOf(services, fields.load_after ? definition : null))
  return { ...spec, request: requestOf('/v1/models/download-custom', fields) }
}

/** @param loaded what is loaded once it is there; `null`: nothing */
export function toolsOf({ puller, converter, scheduler, files }: Services, loaded: Definition | null): FetchTools {
  const load: LoadMade | null =
    loaded &&
    (({ id, path }, signal) => {
      const fields = { model: id, device: loaded.device, nctx: loaded.contextTokens }
      return scheduler.load({ ...decodeLoad(fields, files), path }, signal)
    })
  return { puller, converter, load }
}
