import type { ErrorCode, TrivetError } from '../core/errors.ts'

/** An error as the transport sends it. */
export interface EncodedError<Body = object> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** OpenAI's error object; all four fields are always there. */
export interface ErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    /** Dotted path of the request field at fault. */
    readonly param: string | null
    readonly code: ErrorCode
  }
}

/** OpenAI's object. */
export function encodeError(error: TrivetError): EncodedError<ErrorBody> {
  return {
    status: error.status,
    headers: errorHeaders(error),
    body: {
      error: { message: error.message, type: error.type, param: error.param ?? impliedParam(error), code: error.code },
    },
  }
}

/** A model is always named by this field, also where the name came with the path. */
function impliedParam(error: TrivetError): string | null {
  return error.code === 'model_not_found' ? 'model' : null
}

/** A server that is shut down is mostly one that is being restarted, or has others behind the same name. */
const RESTART_SECONDS = 5

/** What the answer's headers say of an error, in every format. */
export function errorHeaders({ code, details, status }: TrivetError): Readonly<Record<string, string>> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (code === 'method_not_allowed') return { allow: String(details.allow ?? '') }
  if (code === 'unsupported_encoding') return { 'accept-encoding': String(details.supported ?? '') }
  if (code === 'shutting_down') return { 'retry-after': String(RESTART_SECONDS) }
  if (details.retryAfter !== undefined) return { 'retry-after': String(details.retryAfter) }
  return {}
}
