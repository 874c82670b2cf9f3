import type { Socket } from 'node:net'
import { encodeError } from '../contracts/unified.ts'
import { TrivetError } from '../core/errors.ts'

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Answers what never became a request: broken HTTP, endless headers, a sender that stalls. Then hangs up. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, body } = encodeError(brokenRequest(error.code))
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}

function brokenRequest(code: string | undefined): TrivetError {
  if (code === 'HPE_HEADER_OVERFLOW') return new TrivetError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TrivetError('request_timeout')
  return new TrivetError('invalid_value', { reason: 'This is not a valid HTTP request.' })
}
