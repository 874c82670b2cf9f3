import type { TrivetError } from '../core/errors.ts'
import { type EncodedError, errorHeaders } from './unified.ts'

/** `{"error": "…"}`: Ollama's errors are their message. */
export function encodeOllamaError(error: TrivetError): EncodedError {
  return { status: error.status, headers: errorHeaders(error), body: { error: error.message } }
}
