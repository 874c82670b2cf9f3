import { parseOpenVinoDevice } from '../../../core/compute/openvino.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import { decodeType, type TypeFields } from '../../convert/gguf-type.ts'
import { fetchJob } from '../../registry/fetch-job.ts'
import type { Services } from '../../services.ts'

/** How a model is to come here, and where it is to be loaded after: `null`, nowhere. */
export interface FetchWish {
  readonly type: TypeFields
  readonly device: string | null
}

/** The job of a model of InferBridge's catalogue. Throws `invalid_value` or `unsupported_parameter`. */
export function fetchSpec(services: Services, definition: Definition, { type, device }: FetchWish) {
  const { puller, converter, scheduler } = services
  const compute = device === null ? undefined : parseOpenVinoDevice(device)?.compute
  const placement = { contextTokens: definition.contextTokens, ...(compute && { compute }) }
  const load =
    device === null
      ? null
      : ({ id, path }: { readonly id: string; readonly path: string }, signal: AbortSignal) =>
          scheduler.load({ id, path, placement }, signal)
  return fetchJob(definition, decodeType({ weight_format: definition.weightFormat, ...type }), {
    puller,
    converter,
    load,
  })
}
