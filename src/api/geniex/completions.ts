import type { CompletionFace } from '../completions/face.ts'
import { completionRequestSchema } from '../completions/request-schema.ts'
import { fill } from '../fields/default-params.ts'
import { GENIEX_SAMPLING, geniexSamplingFields, geniexWishFields } from './fields.ts'
import { requirePrecision } from './precision.ts'

const schema = completionRequestSchema
  .safeExtend({ ...geniexSamplingFields, ...geniexWishFields })
  .refine(({ prompt }) => prompt !== '', { path: ['prompt'], message: 'must be non-empty' })
  .meta({ id: 'GeniexCompletionRequest' })

/** GenieX's text completions. */
export const geniexCompletions: CompletionFace = {
  tag: 'GenieX',
  errors: 'geniex',
  schema,
  async complete(fields, services) {
    await requirePrecision(fields.model, services)
    return fill(fields, GENIEX_SAMPLING)
  },
  stream: 'data-always-done',
}
