import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Quantization } from '../../core/quantization.ts'
import type { TensorType } from '../gguf/format.ts'
import { writing } from '../own/unwritable.ts'
import { checkNumbers, tokenDifferences } from './validate.ts'
import {
  fileName,
  type MadeModel,
  type MakingTools,
  type MakingWatch,
  publishFile,
  quantizeInto,
  staged,
} from './work.ts'
import { convertInWorker } from './worker/convert-in-worker.ts'

export interface ConversionOrder {
  /** A folder as `save_pretrained` writes it, absolute. */
  readonly folder: string
  /** What the model is to be called. */
  readonly id: string
  readonly type: Quantization
  /** File of an importance matrix, for types that llama.cpp makes. */
  readonly imatrix: string | null
  readonly pure: boolean
}

/** Types that are written at once; the others are made of halves, by llama.cpp. */
export const DIRECT: readonly Quantization[] = ['F32', 'F16', 'BF16', 'Q8_0'] satisfies TensorType[]

const HALVES = 'halves.gguf'

/**
 * Makes a GGUF model of a Hugging Face folder: written beside the store, loaded once to see that it works and that its
 * tokens are the original's, then published in one step. Rejects with `convert_failed`, `quantize_failed`,
 * `model_load_failed`, or as the publisher does; nothing is left then.
 */
export async function convert(order: ConversionOrder, tools: MakingTools, watch: MakingWatch): Promise<MadeModel> {
  const { folder, id, type } = order
  const file = fileName(id, type)
  const source = `converted from ${folder}`
  return staged(id, folder, { source, entry: file }, tools, async (staging) => {
    const output = join(staging.folder, file)
    const first = isDirect(type) ? output : join(staging.folder, HALVES)
    watch.stage('converting')
    const wish = { folder, output: first, type: isDirect(type) ? type : 'F16', name: nameOf(id) } as const
    const onProgress = (done: number, total: number) => watch.progress(done, total)
    const { warnings, samples } = await writing(() =>
      convertInWorker(wish, { signal: watch.signal, onProgress }, { entry: tools.workerEntry, clock: tools.clock }),
    )
    const fallen: string[] = []
    if (first !== output) {
      const { imatrix, pure } = order
      const plain = { allowRequantize: false, keepOutput: false }
      fallen.push(...(await quantizeInto({ input: first, output, type, imatrix, pure, ...plain }, tools, watch)))
      await rm(first)
    }
    watch.stage('validating')
    const differences = await tools.tryModel(output, watch.signal, async (trial) => {
      await checkNumbers(trial)
      return tokenDifferences(samples, trial)
    })
    const model = await publishFile(staging, file, { source, type }, tools, watch)
    return { model, warnings: [...warnings, ...fallen, ...differences] }
  })
}

/** What a folder's model is called unless the user has another name for it. */
export function conversionId(folder: string, type: Quantization): string {
  return `${basename(folder)}:${type}`
}

function isDirect(type: Quantization): type is TensorType {
  return DIRECT.includes(type)
}

function nameOf(id: string): string {
  const [name = id] = id.split(':')
  return name.slice(name.lastIndexOf('/') + 1)
}
