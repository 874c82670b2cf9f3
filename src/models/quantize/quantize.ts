import { join } from 'node:path'
import type { Quantization } from '../../core/quantization.ts'
import { checkNumbers } from '../convert/validate.ts'
import {
  fileName,
  type MadeModel,
  type MakingTools,
  type MakingWatch,
  publishFile,
  quantizeInto,
  staged,
} from '../convert/work.ts'

export interface QuantizationOrder {
  /** A GGUF file, absolute; the first, when there are shards. */
  readonly input: string
  /** What the new model is to be called. */
  readonly id: string
  /** Where it comes from, for people. */
  readonly source: string
  readonly type: Quantization
  readonly imatrix: string | null
  readonly allowRequantize: boolean
  readonly pure: boolean
  readonly keepOutput: boolean
}

/**
 * Makes a smaller model of one there is: written beside the store, loaded once to see that it works, then published in
 * one step. Rejects with `quantize_failed`, `model_load_failed`, or as the publisher does; nothing is left then.
 */
export async function quantize(order: QuantizationOrder, tools: MakingTools, watch: MakingWatch): Promise<MadeModel> {
  const { id, source, ...rest } = order
  const file = fileName(id, order.type)
  const origin = { source: `quantized from ${source}`, type: order.type }
  return staged(id, source, { source: origin.source, entry: file }, tools, async (staging) => {
    const output = join(staging.folder, file)
    const warnings = await quantizeInto({ ...rest, output }, tools, watch)
    watch.stage('validating')
    await tools.tryModel(output, watch.signal, checkNumbers)
    return { model: await publishFile(staging, file, origin, tools, watch), warnings }
  })
}
