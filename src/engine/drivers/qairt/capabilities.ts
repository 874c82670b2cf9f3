import { type Capabilities, PARAMETERS, type Parameter, type Support } from '../../../core/capability.ts'
import { TEXT_ONLY } from '../../../core/media.ts'
import type { QairtModel } from './model.ts'
import { SAMPLED } from './sampling.ts'

/** Genie tells text alone: no logits, and it takes no grammar, bias or penalties. */
export function capabilitiesOf({
  contextTokens,
  samplingPerRun,
}: Pick<QairtModel, 'contextTokens' | 'samplingPerRun'>): Capabilities {
  const enforced: readonly Parameter[] = ['maxTokens', ...(samplingPerRun ? SAMPLED : [])]
  const support = (name: Parameter): Support => (enforced.includes(name) ? 'enforced' : 'refused')
  return {
    generate: true,
    embeddingSize: null,
    rerank: false,
    logits: false,
    media: TEXT_ONLY,
    contextTokens,
    slots: 1,
    parameters: Object.fromEntries(PARAMETERS.map((name) => [name, support(name)])) as Record<Parameter, Support>,
  }
}
