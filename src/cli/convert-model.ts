import { convertJob } from '../api/convert/convert-job.ts'
import { type ConvertFields, convertSchema } from '../api/convert/convert-schema.ts'
import type { Flags } from '../config/layers.ts'
import { TrivetError } from '../core/errors.ts'
import { placed } from './here.ts'
import { makeModel } from './make-model.ts'

/** Converts a folder of this machine here, a repository through the running server if there is one. */
export async function convertModel(given: ConvertFields, flags: Flags, json: boolean): Promise<void> {
  const here = placed(given, 'folder')
  const fields = checked(here.fields)
  await makeModel(
    {
      path: '/v1/models/convert',
      body: fields,
      onlyHere: here.onlyHere,
      job: (tools) => convertJob(fields, { ...tools, load: null }),
    },
    flags,
    json,
  )
}

/** Throws `invalid_config` about what a server would refuse as well. */
function checked(fields: ConvertFields): ConvertFields {
  const { success, data, error } = convertSchema.safeParse(fields)
  if (success) return data
  const [issue] = error.issues
  throw new TrivetError('invalid_config', { reason: `${issue?.path.join('.')}: ${issue?.message}` })
}
