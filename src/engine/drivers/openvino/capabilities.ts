import { type Capabilities, PARAMETERS, type Parameter, type Support } from '../../../core/capability.ts'
import { TEXT_ONLY } from '../../../core/media.ts'
import { SAMPLED } from './generation-config.ts'

/** Of a model that writes. */
export function writerCapabilities(contextTokens: number): Capabilities {
  const enforced: readonly Parameter[] = ['maxTokens', 'minTokens', 'ignoreEos', ...SAMPLED]
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
