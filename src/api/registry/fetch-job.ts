import { TrivetError } from '../../core/errors.ts'
import type { JobControl, JobSpec } from '../../jobs/job.ts'
import type { Converter } from '../../models/convert/converter.ts'
import type { MadeModel } from '../../models/convert/work.ts'
import type { Definition } from '../../models/pull/definitions.ts'
import type { Puller } from '../../models/pull/puller.ts'
import { type RepositoryReference, readReference } from '../../models/pull/reference.ts'
import { snapshotId } from '../../models/pull/snapshot.ts'
import type { TypeWish } from '../convert/gguf-type.ts'
import { inSnapshot } from '../convert/in-snapshot.ts'
import { type LoadMade, makingJob } from '../convert/making-job.ts'

/** The GGUF types that a weight format stands for, the nearest first. */
const PRECISIONS: Readonly<Record<Definition['weightFormat'], readonly string[]>> = {
  int4: ['Q4_K_M', 'Q4_0', 'Q4_K_S', 'Q4_1', 'IQ4_NL', 'IQ4_XS', 'MXFP4'],
  int8: ['Q8_0'],
  fp16: ['F16', 'FP16', 'BF16'],
}

export interface FetchTools {
  readonly puller: Puller
  readonly converter: Converter
  /** Null: what was fetched isn't loaded. */
  readonly load: LoadMade | null
}

/** A repository's GGUF as it is, or made of its safetensors, as a job. Throws `invalid_value` about `source_model`. */
export function fetchJob(definition: Definition, type: TypeWish, { puller, converter, load }: FetchTools): JobSpec {
  const reference = repositoryOf(definition)
  const { id } = definition
  let staged: string | null = null
  const onStaged = (started: string) => {
    staged = started
  }
  const fetch = async (control: JobControl): Promise<MadeModel> => {
    try {
      return { model: await puller.pull({ reference, id, onStaged }, control), warnings: [] }
    } catch (error) {
      if (!(error instanceof TrivetError && error.code === 'source_unusable')) throw error
      onStaged(snapshotId(reference))
      const order = { ...type, id, imatrix: null }
      return inSnapshot(reference, puller, control, (folder) => converter.convert({ folder, ...order }, control))
    }
  }
  return {
    ...makingJob('pull', { ...definition, ...type }, fetch, load),
    pausable: true,
    async discard() {
      if (staged !== null) await puller.discard(staged)
    },
  }
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
