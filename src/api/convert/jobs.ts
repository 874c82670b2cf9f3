import type { z } from 'zod'
import { asTrivetError, TrivetError } from '../../core/errors.ts'
import type { JobControl, JobKind, JobSpec } from '../../jobs/job.ts'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import { DIRECT } from '../../models/convert/convert.ts'
import type { Converter } from '../../models/convert/converter.ts'
import type { MadeModel } from '../../models/convert/work.ts'
import { checkModelId, idPart, parseModelId } from '../../models/ids/id.ts'
import { withoutPrecision } from '../../models/ids/precision.ts'
import type { LoadOrder } from '../../scheduler/scheduler.ts'
import type { ConvertFields, madeSchema, QuantizeFields } from './convert-schema.ts'
import { decodeType, namedType } from './gguf-type.ts'

/** The result of such a job. */
export type Made = z.infer<typeof madeSchema>

/** Loads what was made; null: nothing does. */
export type LoadMade = (order: Pick<LoadOrder, 'id' | 'path'>) => Promise<unknown>

/**
 * A conversion as a job: two that ask for the same get one. Rejects with `invalid_value`, `unsupported_parameter` or
 * `source_refused`.
 */
export async function convertJob(
  fields: ConvertFields,
  converter: Converter,
  loadMade: LoadMade | null = null,
): Promise<JobSpec> {
  const { path, name } = await converter.sources.folder(fields.model)
  if (fields.format === 'openvino') return openVinoJob(fields, path, name, converter, loadMade)
  const { type, pure } = decodeType(fields)
  if (fields.imatrix && DIRECT.includes(type)) throw unsupported('imatrix', `conversions to ${type}`)
  const order = { folder: path, id: fields.id ?? `${name}:${type}`, type, imatrix: imatrixOf(fields, converter), pure }
  return makingJob('convert', order, (control) => converter.convert(order, control), loadMade)
}

/** A quantization as a job. Rejects as `convertJob`, or with `model_not_found` or `model_ambiguous`. */
export async function quantizeJob(
  fields: QuantizeFields,
  converter: Converter,
  catalogue: Pick<Catalogue, 'look'>,
): Promise<JobSpec> {
  const { model, allow_requantize, pure, keep_output } = fields
  const type = namedType(fields.type)
  const source = await quantizedModel(model, converter, catalogue)
  const order = {
    input: source.path,
    id: fields.id ?? `${source.name}:${type}`,
    source: model,
    type,
    imatrix: imatrixOf(fields, converter),
    allowRequantize: allow_requantize ?? false,
    pure: pure ?? false,
    keepOutput: keep_output ?? false,
  }
  return makingJob('quantize', order, (control) => converter.quantize(order, control), null)
}

function openVinoJob(
  fields: ConvertFields,
  folder: string,
  name: string,
  converter: Converter,
  loadMade: LoadMade | null,
): JobSpec {
  for (const field of ['type', 'imatrix', 'pure'] as const) {
    if (fields[field] === null || fields[field] === undefined) continue
    throw unsupported(field, 'conversions to OpenVINO')
  }
  const weightFormat = fields.weight_format ?? 'int8'
  const order = {
    folder,
    id: fields.id ?? `${name}:${weightFormat.toUpperCase()}`,
    weightFormat,
    groupSize: fields.group_size ?? null,
    ratio: fields.ratio ?? null,
    sym: fields.sym ?? null,
    trustRemoteCode: fields.trust_remote_code ?? false,
  }
  return makingJob('convert', order, (control) => converter.exportOpenVino(order, control), loadMade)
}

function unsupported(parameter: string, where: string): TrivetError {
  return new TrivetError('unsupported_parameter', { parameter, where, neutral: 'null' }, parameter)
}

function makingJob(
  kind: JobKind,
  order: { readonly id: string },
  make: (control: JobControl) => Promise<MadeModel>,
  loadMade: LoadMade | null,
): JobSpec {
  checkModelId(order.id, 'id')
  return {
    kind,
    subject: order.id,
    key: `${kind} ${JSON.stringify(order)}`,
    async work(control) {
      const { model, warnings } = await make(control)
      const made: Made = { model: model.id, size_bytes: model.sizeBytes, warnings: [...warnings], loaded: false }
      if (loadMade === null) return made
      control.stage('loading')
      try {
        await loadMade({ id: model.id, path: model.path })
        return { ...made, loaded: true }
      } catch (error) {
        // It is made all the same, and may be loaded later.
        return { ...made, warnings: [...warnings, asTrivetError(error).message] }
      }
    },
  }
}

async function quantizedModel(
  model: string,
  { sources }: Converter,
  catalogue: Pick<Catalogue, 'look'>,
): Promise<{ readonly path: string; readonly name: string }> {
  if (!model.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(model)) {
    const { id, path } = await catalogue.look(model)
    return { path, name: parseModelId(id).name }
  }
  const path = sources.file(model, 'model')
  const [file = 'model'] = path.split(/[\\/]/).slice(-1)
  return { path, name: idPart(withoutPrecision(file.replace(/(-\d{5}-of-\d{5})?\.gguf$/i, ''))) }
}

function imatrixOf({ imatrix }: Pick<ConvertFields, 'imatrix'>, { sources }: Converter): string | null {
  return imatrix ? sources.file(imatrix, 'imatrix') : null
}
