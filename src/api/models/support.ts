import { z } from 'zod'
import { type Capabilities, PARAMETERS, SUPPORTS } from '../../core/capability.ts'
import { CHAT_PARAMETERS } from '../validation/refuse-unsupported.ts'

export const supportSchema = z
  .record(z.string(), z.enum(SUPPORTS))
  .describe(
    'What its engine does with each field of a request. `emulated`: Trivet does it above the engine. `refused`: a request that sets it gets a 400 that names it.',
  )

/** By the names of chat completions. */
export function encodeSupport(parameters: Capabilities['parameters']): z.infer<typeof supportSchema> {
  return Object.fromEntries(PARAMETERS.map((parameter) => [CHAT_PARAMETERS[parameter].name, parameters[parameter]]))
}
