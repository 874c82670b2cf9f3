import type { Capabilities } from '../../../core/capability.ts'
import { writerCapabilities } from '../../text/model-facts.ts'
import type { QairtModel } from './model.ts'
import { SAMPLED } from './sampling.ts'

/** Genie tells text alone: no logits, and it takes no grammar, bias or penalties. */
export function capabilitiesOf({
  contextTokens,
  samplingPerRun,
}: Pick<QairtModel, 'contextTokens' | 'samplingPerRun'>): Capabilities {
  return writerCapabilities(contextTokens, ['maxTokens', ...(samplingPerRun ? SAMPLED : [])])
}
