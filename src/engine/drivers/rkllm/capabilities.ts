import type { Capabilities } from '../../../core/capability.ts'
import { writerCapabilities } from '../../text/model-facts.ts'
import type { RkllmModel } from './model.ts'
import { SAMPLED } from './sampling.ts'

/** The runtime knows no seed, bias, grammar or logprobs; before 1.3.0, its sampling is that of the load. */
export function capabilitiesOf({
  embedding,
  contextTokens,
  samplingPerRun,
}: Pick<RkllmModel, 'embedding' | 'contextTokens' | 'samplingPerRun'>): Capabilities {
  return {
    ...writerCapabilities(contextTokens, ['maxTokens', 'adapters', ...(samplingPerRun ? SAMPLED : [])]),
    generate: embedding === null,
    embeddingSize: embedding?.size ?? null,
    logits: embedding === null,
  }
}
