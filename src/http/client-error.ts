import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { encodeError } from '../contracts/unified.ts'
import { TrivetError } from '../core/errors.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

export interface ClientErrorOptions {
  readonly newId: (prefix: string) => string
  readonly logger: Pick<FastifyBaseLogger, 'info'>
}

/** Answers what never became a request that a route could have: in JSON, under an id, like everything else. */
export class ClientErrors {
  readonly #options: ClientErrorOptions
  readonly #responses = new WeakMap<Duplex, ServerResponse>()

  constructor(options: ClientErrorOptions) {
    this.#options = options
  }

  /** Takes over what Node would answer by itself, or not at all. */
  listen(server: Server): void {
    server.on('request', (request, response) => this.#responses.set(request.socket, response))
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('connect', ({ method = '', url = '' }: IncomingMessage, socket) => {
      const details = { method, path: url.slice(0, 200), allow: 'GET, HEAD, POST, DELETE' }
      this.#refuse(socket, new TrivetError('method_not_allowed', details))
    })
  }

  /** Broken HTTP, endless headers, a sender that stalls. */
  answer(error: Error & { code?: string }, socket: Duplex): void {
    // Into the middle of an answer nothing can be written.
    const answering = this.#responses.get(socket)?.headersSent === true && !this.#responses.get(socket)?.writableEnded
    if (!socket.writable || error.code === 'ECONNRESET' || answering) socket.destroy()
    else this.#refuse(socket, brokenRequest(error.code))
  }

  /** Then hangs up. */
  #refuse(socket: Duplex, error: TrivetError): void {
    const requestId = this.#options.newId('req')
    this.#options.logger.info({ requestId, status: error.status, code: error.code }, error.message)
    const { status, headers, body } = encodeError(error)
    const text = JSON.stringify(body)
    const all = {
      ...headers,
      [REQUEST_ID_HEADER]: requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
  }
}

function brokenRequest(code: string | undefined): TrivetError {
  if (code === 'HPE_HEADER_OVERFLOW') return new TrivetError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TrivetError('request_timeout')
  return new TrivetError('invalid_value', { reason: 'This is not a valid HTTP request.' })
}
