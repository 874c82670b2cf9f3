import type { IncomingMessage } from 'node:http'
import { TrivetError } from '../core/errors.ts'

/**
 * Refuses what Node's parser lets through, or would answer itself, without a body: a host that is missing or given
 * twice, a transfer encoding that isn't undone, an expectation that can't be met. Throws `invalid_value` or
 * `expectation_failed`.
 */
export function requireSoundHead(request: IncomingMessage): void {
  requireHost(request)
  requireChunks(request.headers['transfer-encoding'])
  requireMeetable(request.headers.expect)
}

/** As RFC 9112 has it, section 3.2. */
function requireHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 0 && httpVersion === '1.1') throw invalid('The request has no Host header, which HTTP/1.1 requires.')
  if (hosts > 1) throw invalid('The request has more than one Host header.')
}

/** What was compressed on top of being sent in chunks would be read as it came. */
function requireChunks(transferEncoding: string | undefined): void {
  const coding = (transferEncoding ?? 'chunked').trim()
  if (coding.toLowerCase() === 'chunked') return
  throw invalid(
    `The transfer encoding \`${coding.slice(0, 100)}\` is not supported, only \`chunked\` is. For a compressed body use content-encoding.`,
  )
}

function requireMeetable(expect: string | undefined): void {
  if (expect === undefined || expect.trim().toLowerCase() === '100-continue') return
  throw new TrivetError('expectation_failed', { expectation: expect.slice(0, 100) })
}

function invalid(reason: string): TrivetError {
  return new TrivetError('invalid_value', { reason })
}
