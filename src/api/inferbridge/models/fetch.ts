import { parseOpenVinoDevice } from '../../../core/compute/openvino.ts'
import type { JobRequest, JobSpec } from '../../../jobs/job.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import { decodeType, type TypeFields } from '../../convert/gguf-type.ts'
import { requestOf } from '../../jobs/request-of.ts'
import { fetchJob } from '../../registry/fetch-job.ts'
import { encodeDefinition } from '../../registry/fields.ts'
import type { Services } from '../../services.ts'
import { UNTIL_UNLOADED } from '../limits.ts'

/** How a model is to come here, and where it is to be loaded after: `null`, nowhere. */
export interface FetchWish {
  readonly type: Pick<TypeFields, 'group_size' | 'ratio' | 'sym'>
  readonly device: string | null
}

/** The job of a model of InferBridge's catalogue. Throws `invalid_value` or `unsupported_parameter`. */
export function fetchSpec(services: Services, definition: Definition, { type, device }: FetchWish): JobSpec {
  const { puller, converter, scheduler } = services
  const compute = device === null ? undefined : parseOpenVinoDevice(device)?.compute
  const placement = { contextTokens: definition.contextTokens, ...(compute && { compute }) }
  const load =
    device === null
      ? null
      : ({ id, path }: { readonly id: string; readonly path: string }, signal: AbortSignal) =>
          scheduler.load({ id, path, placement, keepAliveMs: UNTIL_UNLOADED }, signal)
  const wish = decodeType({ weight_format: definition.weightFormat, ...type })
  return { ...fetchJob(definition, wish, { puller, converter, load }), request: asCustom(definition, { type, device }) }
}

/** The same in the words that all contracts share, for whoever goes on with it after this server has ended. */
function asCustom(definition: Definition, { type, device }: FetchWish): JobRequest {
  const fields = encodeDefinition({ ...definition, device: device ?? definition.device })
  const { group_size = null, ratio = null, sym = null } = type
  return requestOf('/v1/models/download-custom', { ...fields, group_size, ratio, sym, load_after: device !== null })
}
