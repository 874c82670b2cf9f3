import { TrivetError } from '../../core/errors.ts'
import type { JobControl, JobSpec } from '../../jobs/job.ts'
import type { Converter } from '../../models/convert/converter.ts'
import type { Definition } from '../../models/pull/definitions.ts'
import type { Puller } from '../../models/pull/puller.ts'
import { type RepositoryReference, readReference } from '../../models/pull/reference.ts'
import { snapshotId } from '../../models/pull/snapshot.ts'
import type { TypeWish } from '../convert/gguf-type.ts'
import { inSnapshot } from '../convert/in-snapshot.ts'

/** The GGUF types that a weight format stands for, the nearest first. */
const PRECISIONS: Readonly<Record<Definition['weightFormat'], readonly string[]>> = {
  int4: ['Q4_K_M', 'Q4_0', 'Q4_K_S', 'Q4_1', 'IQ4_NL', 'IQ4_XS', 'MXFP4'],
  int8: ['Q8_0'],
  fp16: ['F16', 'FP16', 'BF16'],
}

interface Fetched {
  readonly id: string
  readonly path: string
  readonly sizeBytes: number
}

export interface FetchTools {
  readonly puller: Puller
  readonly converter: Converter
  /** Loads what was fetched; null: nothing does. */
  readonly load: ((model: Fetched) => Promise<unknown>) | null
}

/** A repository's GGUF as it is, or made of its safetensors, as a job. Throws `invalid_value` about `source_model`. */
export function fetchJob(definition: Definition, type: TypeWish, tools: FetchTools): JobSpec {
  const reference = repositoryOf(definition)
  let staged: string[] = []
  const fetch = async (control: JobControl): Promise<Fetched> => {
    try {
      const onStaged = (id: string) => {
        staged = [id]
      }
      return await tools.puller.pull({ reference, id: definition.id, onStaged }, control)
    } catch (error) {
      if (!(error instanceof TrivetError && error.code === 'source_unusable')) throw error
      staged = [snapshotId(reference)]
      return makeOf(reference, definition.id, type, tools, control)
    }
  }
  return {
    kind: 'pull',
    subject: definition.id,
    key: `fetch ${JSON.stringify([definition, type])}`,
    pausable: true,
    async work(control) {
      const model = await fetch(control)
      staged = []
      if (tools.load) {
        control.stage('loading')
        await tools.load(model)
      }
      return { model: model.id, size_bytes: model.sizeBytes }
    },
    async discard() {
      for (const id of staged) await tools.puller.discard(id)
    },
  }
}

async function makeOf(
  reference: RepositoryReference,
  id: string,
  { type, pure }: TypeWish,
  { puller, converter }: FetchTools,
  control: JobControl,
): Promise<Fetched> {
  const { model } = await inSnapshot(reference, puller, control, (folder) =>
    converter.convert({ folder, id, type, pure, imatrix: null }, control),
  )
  return model
}

function repositoryOf({ source, weightFormat }: Definition): RepositoryReference {
  try {
    const reference = readReference(source, 'huggingface')
    if (reference.hub === 'huggingface') return { ...reference, precisions: PRECISIONS[weightFormat] }
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error
  }
  const reason = `\`source_model\` must be \`organisation/repository\` of Hugging Face; it is ${JSON.stringify(source)}.`
  throw new TrivetError('invalid_value', { reason }, 'source_model')
}
