import { Ajv, type AnySchema, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TrialSchema } from './schemas.ts'

/** Lenient about what a schema may say, strict about what it does say. */
const OPTIONS: Options = {
  strict: false,
  validateFormats: true,
  multipleOfPrecision: 6,
  ownProperties: true,
  logger: false,
}

/** Ajv's opinion of a schema's instances. A new one each time: schemas with one `$id` would get in each other's way. */
export function judgeOf({ schema, draft }: TrialSchema): ValidateFunction {
  const ajv = draft === 'draft-07' ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS)
  addFormats.default(ajv)
  return ajv.compile(schema as AnySchema)
}
