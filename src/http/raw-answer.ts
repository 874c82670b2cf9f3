import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { ERROR_FORMATS, type ErrorFormat } from '../contracts/error-format.ts'
import type { TrivetError } from '../core/errors.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

export interface RawAnswerOptions {
  readonly newId: (prefix: string) => string
  readonly logger: Pick<FastifyBaseLogger, 'info'>
  /** How those read errors who ask at the root. */
  readonly errors: ErrorFormat
}

/** Answers what no route could have, on the bare connection: in JSON, under an id, like everything else. Then hangs up. */
export function refuse(socket: Duplex, error: TrivetError, options: RawAnswerOptions): void {
  const { newId, logger } = options
  const requestId = newId('req')
  logger.info({ requestId, status: error.status, code: error.code }, error.message)
  sendRaw(socket, error, requestId, options)
}

/** The same without a line in the log. */
export function sendRaw(
  socket: Duplex,
  error: TrivetError,
  requestId: string,
  { errors }: Pick<RawAnswerOptions, 'errors'>,
): void {
  const { status, headers, body } = ERROR_FORMATS[errors](error)
  const text = JSON.stringify(body)
  const all = {
    ...headers,
    [REQUEST_ID_HEADER]: requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
}
