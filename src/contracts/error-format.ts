import type { TrivetError } from '../core/errors.ts'
import { encodeAnthropicError } from './anthropic.ts'
import { encodeOllamaError } from './ollama.ts'
import { type EncodedError, encodeError } from './unified.ts'

/** Whose clients call an endpoint, and so whose error object they can read. */
export type ErrorFormat = 'openai' | 'anthropic' | 'ollama'

export const ERROR_FORMATS: Readonly<Record<ErrorFormat, (error: TrivetError) => EncodedError>> = {
  openai: encodeError,
  anthropic: encodeAnthropicError,
  ollama: encodeOllamaError,
}
