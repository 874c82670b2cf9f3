import type { QuantizeFields } from '../api/convert/convert-schema.ts'
import { quantizeJob } from '../api/convert/quantize-job.ts'
import type { Flags } from '../config/layers.ts'
import { TrivetError } from '../core/errors.ts'
import { CONSENT } from '../models/quantize/check-quantizable.ts'
import { placed } from './here.ts'
import { makeModel } from './make-model.ts'

/** Quantizes a file of this machine here, a model by its id through the running server if there is one. */
export async function quantizeModel(given: QuantizeFields, flags: Flags, json: boolean): Promise<void> {
  const { fields, onlyHere } = placed(given, 'file')
  await makeModel(
    {
      path: '/v1/models/quantize',
      body: fields,
      onlyHere,
      job: ({ converter, catalogue }) => quantizeJob(fields, converter, catalogue),
    },
    flags,
    json,
  ).catch((error: unknown) => {
    throw inFlags(error)
  })
}

/** What the API's field is called on the command line, in an error that tells people to give it. */
function inFlags(error: unknown): unknown {
  if (error instanceof TrivetError && error.code === 'requantize_refused')
    error.message = error.message.replace(CONSENT, '`--allow-requantize`')
  return error
}
