import { TrivetError } from '../../core/errors.ts'
import type { JobControl, JobSpec } from '../../jobs/job.ts'
import { DIRECT } from '../../models/convert/convert.ts'
import type { Converter } from '../../models/convert/converter.ts'
import type { MadeModel } from '../../models/convert/work.ts'
import type { Puller } from '../../models/pull/puller.ts'
import { snapshotId } from '../../models/pull/snapshot.ts'
import type { ConvertFields } from './convert-schema.ts'
import { decodeType } from './gguf-type.ts'
import { inSnapshot } from './in-snapshot.ts'
import { imatrixOf, type LoadMade, makingJob } from './making-job.ts'

/** What a conversion is done with. */
export interface ConvertTools {
  readonly converter: Converter
  /** Fetches what isn't here. */
  readonly puller: Puller
  /** Null: what was made isn't loaded. */
  readonly load: LoadMade | null
}

/**
 * A conversion as a job: two that ask for the same get one. Rejects with `invalid_value`, `unsupported_parameter` or
 * `source_refused`.
 */
export async function convertJob(fields: ConvertFields, tools: ConvertTools): Promise<JobSpec> {
  const { converter, puller, load } = tools
  const { path, name } = await converter.sources.folder(fields.model)
  const { order, make } =
    fields.format === 'openvino' ? toOpenVino(fields, name, converter) : await toGguf(fields, name, converter)
  if (path !== null) return makingJob('convert', { ...order, folder: path }, (control) => make(path, control), load)
  const reference = { hub: 'huggingface', repository: name, revision: null, precisions: [], file: null } as const
  const fetchAndMake = (control: JobControl) =>
    inSnapshot(reference, puller, control, (folder) => make(folder, control))
  return {
    ...makingJob('convert', { ...order, repository: name }, fetchAndMake, load),
    pausable: true,
    discard: () => puller.discard(snapshotId(reference)),
  }
}

/** What makes the model of a folder, and what is asked of it. */
interface Conversion {
  readonly order: Readonly<Record<string, unknown>> & { readonly id: string }
  make(folder: string, control: JobControl): Promise<MadeModel>
}

async function toGguf(fields: ConvertFields, name: string, converter: Converter): Promise<Conversion> {
  const { type, pure } = decodeType(fields)
  if (fields.imatrix && DIRECT.includes(type)) throw unsupported('imatrix', `conversions to ${type}`)
  const order = { id: fields.id ?? `${name}:${type}`, type, imatrix: await imatrixOf(fields, converter), pure }
  return { order, make: (folder, control) => converter.convert({ folder, ...order }, control) }
}

function toOpenVino(fields: ConvertFields, name: string, converter: Converter): Conversion {
  for (const field of ['type', 'imatrix', 'pure'] as const) {
    if (fields[field] === null || fields[field] === undefined) continue
    throw unsupported(field, 'conversions to OpenVINO')
  }
  const weightFormat = fields.weight_format ?? 'int8'
  const order = {
    id: fields.id ?? `${name}:${weightFormat.toUpperCase()}`,
    weightFormat,
    groupSize: fields.group_size ?? null,
    ratio: fields.ratio ?? null,
    sym: fields.sym ?? null,
    trustRemoteCode: fields.trust_remote_code ?? false,
  }
  return { order, make: (folder, control) => converter.exportOpenVino({ folder, ...order }, control) }
}

function unsupported(parameter: string, where: string): TrivetError {
  return new TrivetError('unsupported_parameter', { parameter, where, neutral: 'null' }, parameter)
}
