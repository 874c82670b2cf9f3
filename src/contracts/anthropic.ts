import type { TrivetError } from '../core/errors.ts'
import { type EncodedError, errorHeaders } from './unified.ts'

/** Anthropic's words, by HTTP status; what isn't listed is an `api_error` from 500 on, else `invalid_request_error`. */
const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
}

/** `{"type": "error", "error": {"type", "message"}}`, as Anthropic's clients expect it. */
export function encodeAnthropicError(error: TrivetError): EncodedError {
  const { status, message } = error
  const type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { status, headers: errorHeaders(error), body: { type: 'error', error: { type, message } } }
}
