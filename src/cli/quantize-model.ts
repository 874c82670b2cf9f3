import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { QuantizeFields } from '../api/convert/convert-schema.ts'
import { quantizeJob } from '../api/convert/quantize-job.ts'
import type { Flags } from '../config/layers.ts'
import { makeModel } from './make-model.ts'

/** Quantizes a file of this machine here, a model by its id through the running server if there is one. */
export async function quantizeModel(given: QuantizeFields, flags: Flags, json: boolean): Promise<void> {
  const isFile = statSync(given.model, { throwIfNoEntry: false })?.isFile() ?? false
  const fields = {
    ...given,
    model: isFile ? resolve(given.model) : given.model,
    imatrix: given.imatrix && resolve(given.imatrix),
  }
  await makeModel(
    {
      path: '/v1/models/quantize',
      body: fields,
      onlyHere: isFile || Boolean(fields.imatrix),
      job: ({ converter, catalogue }) => quantizeJob(fields, converter, catalogue),
    },
    flags,
    json,
  )
}
