import { logit } from '../../../core/floats.ts'
import type { Pooling } from '../../../core/placement.ts'
import type { Plan } from '../../driver.ts'
import type { Encoder, EncoderOutput } from '../../encoder/encoder.ts'
import { loadRefused } from '../../load-refused.ts'
import type { ModelTokenizer } from '../../text/tokenizer.ts'
import { readOptions } from './options.ts'
import { type OpenVinoRuntime, POOLING_TYPES } from './runtime.ts'

export interface EncoderParts {
  readonly runtime: OpenVinoRuntime
  readonly folder: string
  readonly plan: Plan
  readonly tokenizer: ModelTokenizer
  readonly contextTokens: number
  readonly pooling: Pooling
}

/** Texts computed in one go: between two such steps a task can be cancelled. */
const BATCH_TEXTS = 16

/** Computes once, to see how wide its vectors are. Rejects with what OpenVINO says, or with an Error in words. */
export async function openEmbedder({ runtime, folder, plan, pooling, ...parts }: EncoderParts): Promise<Encoder> {
  if (pooling === 'last') {
    const reason = 'OpenVINO pools by the mean or the first token, and not by the last.'
    throw loadRefused(plan.modelId, 'pooling', reason)
  }
  const config = { pooling_type: POOLING_TYPES[pooling], normalize: false, max_length: parts.contextTokens }
  const pipeline = await runtime.TextEmbeddingPipeline(folder, readOptions(plan.options).device, config)
  const embed = async (texts: readonly string[]): Promise<readonly EncoderOutput[]> => {
    const vectors = await pipeline.embedDocuments(texts)
    return vectors.map((vector) => ({ values: Float32Array.from(vector), width: vector.length }))
  }
  const [trial] = await embed(['1'])
  return {
    modelId: plan.modelId,
    ...parts,
    // One row, which is the same by every pooling.
    gives: { embedding: trial?.width ?? 0, pooling },
    batch: ({ length }) => Math.min(length, BATCH_TEXTS),
    run: (inputs) => embed(inputs.map(({ texts }) => texts[0] ?? '')),
  }
}

/** Rejects with what OpenVINO says. */
export async function openReranker({ runtime, folder, plan, pooling: _, ...parts }: EncoderParts): Promise<Encoder> {
  const config = { top_n: BATCH_TEXTS, max_length: parts.contextTokens }
  const pipeline = await runtime.TextRerankPipeline(folder, { device: readOptions(plan.options).device, config })
  return {
    modelId: plan.modelId,
    ...parts,
    gives: 'score',
    batch: ({ length }) => Math.min(length, BATCH_TEXTS),
    async run(inputs) {
      const [query = ''] = inputs[0]?.texts ?? []
      const ranked = await pipeline.rerank(
        query,
        inputs.map(({ texts }) => texts[1] ?? ''),
      )
      // They come best first, as probabilities.
      return ranked
        .toSorted(([a], [b]) => a - b)
        .map(([, score]) => ({ values: Float32Array.of(logit(score)), width: 1 }))
    },
  }
}
