import type { Capabilities } from '../../core/capability.ts'
import { writerCapabilities } from '../text/model-facts.ts'
import type { Encoder } from './encoder.ts'

/** A model that generates nothing has no use for what requests say about generating. */
export function encoderCapabilities({ gives, contextTokens }: Pick<Encoder, 'gives' | 'contextTokens'>): Capabilities {
  return {
    ...writerCapabilities(contextTokens, []),
    generate: false,
    embeddingSize: gives === 'score' ? null : gives.embedding,
    rerank: gives === 'score',
  }
}
