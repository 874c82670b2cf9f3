import type { ErrorCode, ErrorDetails, TrivetError } from '../core/errors.ts'
import { pydanticError } from './pydantic.ts'
import { type EncodedError, errorHeaders } from './unified.ts'

/** Where its clients know the words. Everything else is told in ours. */
const WORDS: Partial<Readonly<Record<ErrorCode, (details: ErrorDetails) => string>>> = {
  not_found: () => 'Not Found',
  method_not_allowed: () => 'Method Not Allowed',
  model_not_found: ({ model }) => `Unknown model '${model}'`,
  body_too_large: ({ limit }) => `Request body exceeds the ${limit}-byte limit.`,
  internal_error: () => 'Internal Server Error',
  missing_api_key: () => 'Invalid or missing API key',
  invalid_api_key: () => 'Invalid or missing API key',
  too_many_attempts: () => 'Too many invalid API-key attempts',
  rate_limited: ({ retryAfter }) => `Rate limit exceeded. Try again in ${retryAfter}s.`,
}

/** What a program is to do about these is told by a code in an object. */
const OBJECTS: readonly ErrorCode[] = ['operation_refused', 'hub_refused', 'hub_token_refused']

/** Statuses from 500 on that its clients know; the others are a failure like any. */
const FAILURES = [500, 502, 503]

/** `{"detail": …}`: InferBridge's errors are FastAPI's. A text, or what a schema found, or an object. */
export function encodeInferbridgeError(error: TrivetError): EncodedError {
  const { code, details } = error
  const flaws = flawsOf(error)
  if (flaws !== null) return { status: 422, headers: errorHeaders(error), body: { detail: flaws } }
  const status = error.status < 500 || FAILURES.includes(error.status) ? error.status : 500
  const detail = OBJECTS.includes(code) ? objectOf(error) : (WORDS[code]?.(details) ?? error.message)
  return { status, headers: errorHeaders(error), body: { detail } }
}

/**
 * A failure in the middle of a chat's stream: the last chunk, which shows it to readers of text. OpenAI's libraries
 * throw what is in `error`.
 */
export function encodeInferbridgeStreamFailure(error: TrivetError): object {
  const delta = { content: `[${error.message}]` }
  return {
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: 'stop' }],
    error: { message: error.message, code: error.code },
  }
}

function flawsOf(error: TrivetError): readonly object[] | null {
  if (error.flaws.length > 0) return error.flaws.map(pydanticError)
  if (error.code === 'invalid_json') {
    const [, position = '0'] = /position (\d+)/.exec(error.message) ?? []
    return [{ type: 'json_invalid', loc: ['body', Number(position)], msg: 'JSON decode error' }]
  }
  if (error.code !== 'unsupported_media_type') return null
  return [pydanticError({ path: ['body'], kind: 'wrong_type', of: 'object', message: 'must be JSON' })]
}

/** `refusal` is the code that programs read; whatever else is in the details is beside it. */
function objectOf({ details, message }: TrivetError): object {
  const { refusal, reason: _, ...rest } = details
  const more = Object.entries(rest).map(([key, value]) => [key, SWITCHES[value] ?? value])
  return { code: refusal, message, ...Object.fromEntries(more) }
}

/** Details are texts and numbers. */
const SWITCHES: Readonly<Record<string, boolean>> = { true: true, false: false }
