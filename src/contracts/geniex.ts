import type { ErrorCode, TrivetError } from '../core/errors.ts'
import { type EncodedError, errorHeaders } from './unified.ts'

/** The numbers that GenieX's SDK has for what can go wrong; see `numberOf` for the rest. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  out_of_memory: -100003,
  model_not_found: -100004,
  selector_misplaced: -100004,
  request_cancelled: -100006,
  queue_full: -100011,
  wrong_model_type: -100013,
  not_implemented: -100013,
  unsupported_parameter: -100016,
  unsupported_schema: -100016,
  model_load_failed: -100201,
  driver_unavailable: -100301,
  context_length_exceeded: -200004,
  template_error: -200101,
  engine_error: -200101,
  engine_crashed: -200101,
  engine_unavailable: -200101,
}

const INVALID_INPUT = -100001
const UNKNOWN = -100000

/** Where a text is what is too long; token ids are the caller's own. */
const PROMPTS = /^(messages|prompt)\b/

/** `{"error": "…", "code": -100004}`: GenieX's errors are their message, and a number for programs. */
export function encodeGeniexError(error: TrivetError): EncodedError {
  const { message, code, param, details } = error
  const status = statusOf(error)
  const headers = errorHeaders(error)
  if (code === 'context_length_exceeded' && PROMPTS.test(param ?? '')) {
    // A prompt that is far too long is only known to have so many at least.
    const tokens = Number(/\d+/.exec(String(details.prompt))?.[0] ?? 0)
    const usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens }
    return { status, headers, body: { error: { message, type: error.type, code }, usage } }
  }
  return { status, headers, body: { error: message, code: numberOf(error) } }
}

/** What a path names is not found; a field that names what isn't there is wrong. */
function statusOf({ code, status, param }: TrivetError): number {
  return NUMBERS[code] === NUMBERS.model_not_found && param !== null ? 400 : status
}

function numberOf({ code, status }: TrivetError): number {
  return NUMBERS[code] ?? (status < 500 ? INVALID_INPUT : UNKNOWN)
}
