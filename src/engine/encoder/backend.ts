import type { LoadedBackend } from '../backend.ts'
import { oneAtATime } from '../child/one-at-a-time.ts'
import { describedBy } from '../text/model-facts.ts'
import { encoderCapabilities } from './capabilities.ts'
import type { Encoder } from './encoder.ts'
import { performWithEncoder } from './perform.ts'

export interface EncoderFacts {
  readonly description: string
  readonly sizeBytes: number
  readonly engineVersion: string
}

/**
 * An encoder as a loaded backend, working on one task at a time.
 * @param close frees it, with nothing running
 */
export function encoderBackend(
  encoder: Encoder,
  facts: EncoderFacts,
  close: () => Promise<void> | void,
): LoadedBackend {
  const { tokenizer, contextTokens } = encoder
  const queue = oneAtATime((...given) => performWithEncoder(encoder, ...given))
  return {
    capabilities: encoderCapabilities(encoder),
    model: describedBy(tokenizer, { ...facts, trainedContextTokens: contextTokens }),
    submit: queue.submit,
    async close() {
      await queue.idle()
      await close()
    },
  }
}
