import type { TrivetError } from '../core/errors.ts'
import { type EncodedError, encodeError } from './unified.ts'

/** OpenAI's object, with LlamaPi's words. */
export function encodeLlamapiError(error: TrivetError): EncodedError {
  return encodeError(error)
}
