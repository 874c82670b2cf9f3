import type { JobSpec } from '../../jobs/job.ts'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import type { Converter } from '../../models/convert/converter.ts'
import { idPart, parseModelId } from '../../models/ids/id.ts'
import { withoutPrecision } from '../../models/ids/precision.ts'
import type { QuantizeFields } from './convert-schema.ts'
import { namedType } from './gguf-type.ts'
import { imatrixOf, makingJob } from './making-job.ts'

/**
 * A quantization as a job. Rejects as `convertJob`, with `model_not_found` or `model_ambiguous`, or as
 * `checkQuantizable`.
 */
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
    imatrix: await imatrixOf(fields, converter),
    allowRequantize: allow_requantize ?? false,
    pure: pure ?? false,
    keepOutput: keep_output ?? false,
  }
  await converter.checkQuantizable(order)
  return makingJob('quantize', order, (control) => converter.quantize(order, control), null)
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
  const path = await sources.file(model, 'model')
  const [file = 'model'] = path.split(/[\\/]/).slice(-1)
  return { path, name: idPart(withoutPrecision(file.replace(/(-\d{5}-of-\d{5})?\.gguf$/i, ''))) }
}
