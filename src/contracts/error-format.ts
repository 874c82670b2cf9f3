import type { TrivetError } from '../core/errors.ts'
import type { Product } from '../core/products.ts'
import { encodeAnthropicError } from './anthropic.ts'
import { encodeGeniexError } from './geniex.ts'
import { encodeInferbridgeError } from './inferbridge.ts'
import { encodeLlamapiError } from './llamapi.ts'
import { encodeOllamaError } from './ollama.ts'
import { type EncodedError, encodeError } from './unified.ts'

/** Whose clients call an endpoint, and so whose error object they can read. */
export type ErrorFormat = 'openai' | 'anthropic' | 'ollama' | Product

export const ERROR_FORMATS: Readonly<Record<ErrorFormat, (error: TrivetError) => EncodedError>> = {
  openai: encodeError,
  anthropic: encodeAnthropicError,
  ollama: encodeOllamaError,
  geniex: encodeGeniexError,
  inferbridge: encodeInferbridgeError,
  llamapi: encodeLlamapiError,
}
