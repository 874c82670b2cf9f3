import { type Capabilities, PARAMETERS, type Parameter, type Support } from '../../core/capability.ts'
import { TEXT_ONLY } from '../../core/media.ts'
import type { Encoder } from './encoder.ts'

/** A model that generates nothing has no use for what requests say about generating. */
export function encoderCapabilities({ gives, contextTokens }: Pick<Encoder, 'gives' | 'contextTokens'>): Capabilities {
  const refused: Support = 'refused'
  return {
    generate: false,
    embeddingSize: gives === 'score' ? null : gives.embedding,
    rerank: gives === 'score',
    logits: false,
    media: TEXT_ONLY,
    contextTokens,
    slots: 1,
    parameters: Object.fromEntries(PARAMETERS.map((name) => [name, refused])) as Record<Parameter, Support>,
  }
}
