import { type Capabilities, PARAMETERS, type Parameter, type Support } from '../../core/capability.ts'
import { TEXT_ONLY } from '../../core/media.ts'
import type { LoadedModel } from '../driver.ts'
import type { ModelTokenizer } from './tokenizer.ts'

/** What is known of a model beside its tokenizer. */
export type OtherFacts = Pick<LoadedModel, 'description' | 'sizeBytes' | 'trainedContextTokens' | 'engineVersion'>

/** A model whose texts become tokens here. */
export function describedBy(tokenizer: ModelTokenizer, facts: OtherFacts): LoadedModel {
  return {
    ...facts,
    chatTemplate: null,
    bosToken: tokenizer.bosToken,
    eosToken: tokenizer.eosToken,
    addsBos: tokenizer.addsBos,
    parameters: 0,
    vocabularyTokens: tokenizer.size,
  }
}

/** Of a model that writes, one answer at a time, and does nothing but what is enforced. */
export function writerCapabilities(contextTokens: number, enforced: readonly Parameter[]): Capabilities {
  return {
    generate: true,
    embeddingSize: null,
    rerank: false,
    logits: false,
    media: TEXT_ONLY,
    contextTokens,
    slots: 1,
    parameters: enforcing(enforced),
  }
}

/** These, and no other. */
export function enforcing(enforced: readonly Parameter[]): Capabilities['parameters'] {
  const support = (name: Parameter): Support => (enforced.includes(name) ? 'enforced' : 'refused')
  return Object.fromEntries(PARAMETERS.map((name) => [name, support(name)])) as Capabilities['parameters']
}
