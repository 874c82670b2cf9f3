/**
 * The one errors table. Every error Trivet reports, on any API, is a row here; a contract only decides
 * how a row is encoded on the wire. `{name}` in a message is filled from the details given when thrown.
 */
export const ERRORS = {
  invalid_json: row(400, 'The request body is not valid JSON: {reason}'),
  invalid_form: row(400, 'The request body is not a whole form (multipart/form-data).'),
  invalid_value: row(400, '{reason}'),
  missing_field: row(400, 'The field `{field}` is required.'),
  unsupported_parameter: row(
    400,
    'The parameter `{parameter}` is not supported by {where}. Leave it out or set it to {neutral}.',
  ),
  unsupported_schema: row(400, "The JSON Schema can't be enforced: `{keyword}` at {pointer} {reason}."),
  unsupported_content_part_type: row(400, '`{field}` has the type {type}, but must have one of {known}.'),
  invalid_content_part: row(400, '`{field}` {reason}.'),
  invalid_instance_count: row(400, '`{field}` must be at least 1: a model without instances is one to unload.'),
  wrong_model_type: row(400, 'The model `{model}` cannot answer this kind of request: {reason}.'),
  model_unusable: row(400, 'The model `{model}` can not be loaded: {reason}'),
  template_error: row(400, "The model's chat template refused these messages: {reason}"),
  context_length_exceeded: row(
    400,
    "This model's maximum context length is {limit} tokens, but the prompt has {prompt} tokens. Shorten it, or load the model with a larger context.",
  ),
  unsupported_platform: row(
    400,
    'The model `{model}` was made for {platform}, which this machine can not run: {reason}',
  ),
  load_refused: row(400, 'The model `{model}` can not be loaded so: {reason}'),
  source_refused: row(400, 'Trivet does not fetch from {source}: {reason}'),
  source_unusable: row(400, '{source} has nothing that Trivet can run: {reason}'),
  missing_api_key: row(
    401,
    'This server wants a key. Send it as `Authorization: Bearer <key>` or `x-api-key: <key>`; `trivet keys create` makes one.',
    'authentication_error',
  ),
  invalid_api_key: row(401, 'This API key is not known here, or no longer.', 'authentication_error'),
  expired_api_key: row(401, 'The API key `{key}` has expired.', 'authentication_error'),
  scope_missing: row(403, 'The API key `{key}` is not for this: it lacks the scope `{scope}`.', 'permission_error'),
  model_forbidden: row(403, 'The API key `{key}` may not use the model `{model}`.', 'permission_error'),
  source_unauthorized: row(403, '{url} is open only to those it knows ({status}): {hint}'),
  foreign_origin: row(403, 'A page of {origin} may not do this here. `cors_origins` lists the sites that may.'),
  host_refused: row(403, 'This server is not known as {host}. `allowed_hosts` lists further names of it.'),
  local_only: row(403, 'Only pages of this machine may ask this, with the header `{header}: 1`.'),
  model_ambiguous: row(400, 'The name `{model}` could mean {candidates}. Give one of them in full.'),
  model_not_owned: row(403, 'The model `{model}` belongs to {owner}. Trivet only reads it: {advice}'),
  no_model_ready: row(503, 'No loaded model can answer this: {reason}', 'server_error'),
  selector_unknown: row(404, 'The selector `{model}` names no profile. These are: {profiles}.'),
  selector_misplaced: row(
    404,
    '`{model}` chooses among models that write text only, where text is asked for. Name a model here; GET /v1/models lists them.',
  ),
  model_busy: row(409, '{reason}'),
  operation_refused: row(409, '{reason}'),
  recovery_not_found: row(404, 'Nothing of the model `{model}` was interrupted.'),
  hub_refused: row(409, '{reason}'),
  hub_token_refused: row(400, '{reason}'),
  model_not_found: row(404, 'The model `{model}` does not exist here. GET /v1/models lists the ones that do.'),
  request_not_found: row(404, 'There is no request `{id}` {where}.'),
  response_not_found: row(404, 'There is no stored response `{id}`. It was deleted, has expired, or was never stored.'),
  previous_response_not_found: row(
    404,
    'There is no stored response `{id}` to go on from. It was deleted, has expired, or was never stored.',
  ),
  chat_not_found: row(404, 'There is no conversation `{id}`. It was deleted, or is of another key.'),
  chats_off: row(403, 'This server keeps no conversations: its setting `chats` is `off`.', 'permission_error'),
  source_not_found: row(404, 'There is nothing at {url}. Check the name, and the revision if one was given.'),
  key_not_found: row(404, 'There is no API key `{key}`, or it was revoked.'),
  benchmark_not_found: row(404, 'There is no benchmark `{id}`. GET /v1/benchmarks lists those that are kept.'),
  job_not_found: row(404, 'There is no job `{id}`. It ended long ago, or the server was started anew since.'),
  not_found: row(404, 'There is nothing at {method} {path}. /docs lists the routes.'),
  method_not_allowed: row(405, '{method} is not allowed at {path}. Allowed: {allow}.'),
  model_not_kept: row(409, 'The model `{model}` can not be pinned, named, copied or deleted here: {reason}'),
  model_in_use: row(409, 'The model `{model}` is in use. Unload it first.'),
  model_exists: row(409, 'There is already a model called `{model}`. Choose another name, or remove that one first.'),
  key_exists: row(409, 'There is already an API key called `{name}`. Revoke it first, or choose another name.'),
  request_timeout: row(408, 'The request was not received in time.'),
  job_conflict: row(409, 'The job `{id}` can not be {asked}: it {reason}.'),
  job_cancelled: row(409, 'The job `{id}` was cancelled.', 'cancelled'),
  model_conflict: row(409, 'The model `{model}` is {path} here. Unload it first, or load the other under another id.'),
  model_not_loaded: row(409, 'The model `{model}` is not loaded.'),
  body_too_large: row(413, 'The request body is larger than the limit of {limit} bytes.'),
  unsupported_media_type: row(415, 'The content type `{type}` is not supported. Send {wanted}.'),
  unsupported_encoding: row(
    415,
    'The content encoding `{encoding}` is not supported. Send one of {supported}, or the body as it is.',
  ),
  expectation_failed: row(417, 'The expectation `{expectation}` can not be met; only `100-continue` is.'),
  headers_too_large: row(431, 'The request headers are larger than the server accepts.'),
  too_many_attempts: row(
    429,
    'Too many wrong API keys from this address. Try again in {retryAfter} s.',
    'rate_limit_error',
  ),
  rate_limited: row(
    429,
    'More than {limit} {what} a minute are not allowed to {whom}. Try again in {retryAfter} s.',
    'rate_limit_error',
  ),
  tokens_exhausted: row(429, 'The API key `{key}` has used up its {limit} tokens.', 'insufficient_quota'),
  source_rate_limited: row(429, '{url} is being asked too often. Try again in {retryAfter} s.', 'rate_limit_error'),
  queue_full: row(
    429,
    'The queue of `{model}` is full ({capacity} waiting). Try again in {retryAfter} s.',
    'rate_limit_error',
  ),
  request_cancelled: row(499, 'The client closed the request.', 'cancelled'),
  request_ended: row(499, 'Whoever runs this server has ended the request.', 'cancelled'),
  internal_error: row(
    500,
    'Trivet failed on this request. The server log has the details under the request id.',
    'server_error',
  ),
  model_load_failed: row(500, 'The model `{model}` could not be loaded: {reason}', 'server_error'),
  requantize_refused: row(
    400,
    '`{input}` has {type} numbers, and what is quantized twice loses quality twice. Quantize a file in F32, F16 or BF16, or say {consent}.',
  ),
  convert_failed: row(400, '{source} could not be converted: {reason}'),
  quantize_failed: row(500, '{input} could not be quantized: {reason}', 'server_error'),
  engine_crashed: row(
    500,
    'The engine running `{model}` ended unexpectedly ({how}). Its last words: {lastLine}',
    'server_error',
  ),
  engine_error: row(500, 'The engine reported an error: {reason}', 'server_error'),
  not_implemented: row(501, '{what} is not possible here: {reason}', 'server_error'),
  upstream_busy: row(429, 'The server at {url} is busy. Try again in {retryAfter} s.', 'rate_limit_error'),
  upstream_circle: row(
    508,
    'This request came back after {servers} servers: they name each other as `upstreams`. Take one of them out.',
    'server_error',
  ),
  upstream_error: row(502, 'The server at {url} {reason}', 'server_error'),
  checksum_mismatch: row(
    502,
    'The file {file} of {url} is damaged: its SHA-256 is {actual}, not {expected}. It was deleted; try again.',
    'server_error',
  ),
  out_of_memory: row(
    503,
    'The model `{model}` needs {needed} of memory, but of {limit} only {free} can be had. Unload a model, or load this one with a smaller context, fewer slots or a smaller kv_type.',
    'server_error',
  ),
  driver_unavailable: row(503, 'No engine here can run `{model}`: {reason}', 'server_error'),
  engine_unavailable: row(503, 'The engine of `{model}` is {state}: {reason}', 'server_error'),
  shutting_down: row(503, 'The server is shutting down.', 'server_error'),
  disk_full: row(
    507,
    'There is no space for it in {folder}: {needed} bytes are needed, {free} may be taken. Free some and ask again: what is there already is kept.',
    'server_error',
  ),
  store_busy: row(503, '{holder} is changing the model store. Try again when it is done.', 'server_error'),
  shared_store_away: row(
    503,
    'The server at {url}, which keeps the keys and counters, can not be used: {reason}. Try again when it can.',
    'server_error',
  ),
  chats_full: row(
    507,
    'The conversations of this key take as much as the setting `chats_max_bytes` allows. Delete some; nothing is deleted unasked.',
    'server_error',
  ),
  data_unwritable: row(507, 'What Trivet keeps in trivet.db cannot be written: {reason}', 'server_error'),
  store_unwritable: row(507, 'The model store cannot be written: {reason}', 'server_error'),
  // At start-up only, before there is anyone to answer.
  invalid_config: row(500, '{reason}', 'server_error'),
  address_unavailable: row(500, 'Trivet cannot listen on {host}:{port}: {reason}', 'server_error'),
} as const satisfies Record<string, ErrorRow>

/** One row: HTTP status, OpenAI's error `type`, and the message template. */
export interface ErrorRow {
  readonly status: number
  readonly type: string
  readonly message: string
}

export type ErrorCode = keyof typeof ERRORS
export type ErrorDetails = Readonly<Record<string, string | number>>

/** An error as plain data: what crosses the child's pipe and what an encoder reads. */
export interface ErrorReport {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** Dotted path of the request field at fault, such as `messages.0.content`. */
  readonly param: string | null
}

/** One thing that a schema finds wrong with what a client sent. */
export interface Flaw {
  /** Where the client wrote it, and where there. */
  readonly path: readonly PropertyKey[]
  readonly kind: 'missing' | 'wrong_type' | 'too_small' | 'too_big' | 'no_choice' | 'no_match' | 'other'
  /** The type that is wanted, or that the limit is about: `string`, `int`, `number`, `boolean`, `array`, `object`. */
  readonly of: string
  /** The end of a sentence that begins with its name: "must be at most 2". */
  readonly message: string
}

export interface TrivetErrorOptions extends ErrorOptions {
  readonly flaws?: readonly Flaw[]
}

/** The only error type thrown on purpose. Anything else that escapes is `internal_error`. */
export class TrivetError extends Error implements ErrorReport {
  override readonly name = 'TrivetError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly param: string | null
  /** Everything that a schema found; empty unless it was one that refused the request. */
  readonly flaws: readonly Flaw[]

  constructor(code: ErrorCode, details: ErrorDetails = {}, param: string | null = null, options?: TrivetErrorOptions) {
    super(fill(ERRORS[code].message, details), options)
    this.flaws = options?.flaws ?? []
    this.code = code
    this.details = details
    this.param = param
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  get type(): string {
    return ERRORS[this.code].type
  }

  static from(report: ErrorReport): TrivetError {
    return new TrivetError(report.code, report.details, report.param)
  }

  /** The plain-data form, without message or stack. */
  report(): ErrorReport {
    return { code: this.code, details: this.details, param: this.param }
  }
}

/** Whatever was thrown, as a TrivetError; the original stays as `cause` for the log and never reaches the wire. */
export function asTrivetError(thrown: unknown): TrivetError {
  return thrown instanceof TrivetError ? thrown : new TrivetError('internal_error', {}, null, { cause: thrown })
}

function row(status: number, message: string, type = 'invalid_request_error'): ErrorRow {
  return { status, type, message }
}

function fill(template: string, details: ErrorDetails): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? 'unknown'))
}
