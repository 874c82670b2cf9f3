import type { ErrorCode, TrivetError } from '../core/errors.ts'
import { type EncodedError, encodeError } from './unified.ts'

/** What LlamaPi calls it, where it has a word of its own: status, code, and the field it is told of. */
const WORDS: Partial<Record<ErrorCode, readonly [status: number, code: string, param: string]>> = {
  model_not_loaded: [404, 'model_not_found', 'model'],
  selector_misplaced: [404, 'model_not_found', 'model'],
  model_exists: [409, 'model_already_exists', 'model_id'],
  model_conflict: [409, 'model_already_exists', 'model_id'],
  model_unusable: [400, 'platform_detection_failed', 'model_path'],
  driver_unavailable: [400, 'unsupported_platform', 'model_path'],
}

/**
 * OpenAI's object, with LlamaPi's words: three types, by status, and no code from 500 on, where every fault is a 500.
 */
export function encodeLlamapiError(error: TrivetError): EncodedError {
  const { headers, body } = encodeError(error)
  const [status, code, param] = WORDS[codeOf(error)] ?? [error.status, codeOf(error), body.error.param]
  const fault = status >= 500
  const type = fault ? 'server_error' : status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error'
  const { message } = body.error
  return {
    status: fault ? 500 : status,
    headers,
    body: { error: { message, type, param: body.error.param ?? param, code: fault ? null : code } },
  }
}

/** A model of the wrong type is one for chat where one for embeddings is needed, or the reverse: a part is another matter. */
function codeOf({ code, param }: TrivetError): ErrorCode {
  const ofPart = code === 'wrong_model_type' && (param ?? '').startsWith('messages.')
  return ofPart ? 'unsupported_content_part_type' : code
}
