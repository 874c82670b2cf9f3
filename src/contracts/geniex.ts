import type { TrivetError } from '../core/errors.ts'
import { type EncodedError, errorHeaders } from './unified.ts'

/** `{"error": "…", "code": "…"}`: GenieX's errors are their message; the code is beside it for programs. */
export function encodeGeniexError(error: TrivetError): EncodedError {
  const { status, message, code } = error
  return { status, headers: errorHeaders(error), body: { error: message, code } }
}
