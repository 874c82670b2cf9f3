import { TrivetError } from '../core/errors.ts'

/** No API has a use for more, and what walks a body by recursion must not run out of stack. */
const MAX_DEPTH = 200

const LONE_SURROGATE = /\p{Surrogate}/gu
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * The JSON value in these bytes. UTF-8 only, as RFC 8259 has it, a byte order mark allowed; half a surrogate pair
 * becomes U+FFFD, since no tokenizer can take it. Throws `invalid_json`.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes)
  if (tooDeep(text)) throw invalid(`it is nested deeper than ${MAX_DEPTH} levels.`)
  try {
    return SURROGATE_ESCAPE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch (error) {
    throw invalid(error instanceof Error ? `${error.message}.` : 'it can not be parsed.')
  }
}

/** Throws `unsupported_media_type` unless this says JSON in UTF-8, or nothing at all. */
export function requireJson(contentType: string | undefined): void {
  if (contentType === undefined || contentType.trim() === '') return
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const utf8 = charset === undefined || /^"?(utf-?8|us-ascii)"?$/.test(charset)
  if (!/^application\/(json|[\w.+-]+\+json)$/.test(type) || !utf8) throw unsupported(contentType)
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('it is not UTF-8.')
  }
}

/** Whether brackets outside strings nest beyond the limit. */
function tooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) inString = !inString
    else if (inString) i += unit === BACKSLASH ? 1 : 0
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth++
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(LONE_SURROGATE, '\uFFFD') : value
}

function invalid(reason: string): TrivetError {
  return new TrivetError('invalid_json', { reason })
}

function unsupported(type: string): TrivetError {
  return new TrivetError('unsupported_media_type', { type, wanted: 'application/json' })
}
