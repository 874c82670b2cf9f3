import type { TrivetError } from '../core/errors.ts'
import { type EncodedError, errorHeaders } from './unified.ts'

/** `{"detail": "…"}`: InferBridge's errors are FastAPI's. */
export function encodeInferbridgeError(error: TrivetError): EncodedError {
  const { status, message } = error
  return { status, headers: errorHeaders(error), body: { detail: message } }
}
