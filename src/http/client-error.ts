import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { TrivetError } from '../core/errors.ts'
import { type RawAnswerOptions, refuse } from './raw-answer.ts'

/** Answers what never became a request that a route could have. */
export class ClientErrors {
  readonly #options: RawAnswerOptions
  readonly #responses = new WeakMap<Duplex, ServerResponse>()

  constructor(options: RawAnswerOptions) {
    this.#options = options
  }

  /** Takes over what Node would answer by itself, or not at all. */
  listen(server: Server): void {
    server.on('request', (request, response) => this.#responses.set(request.socket, response))
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('connect', ({ method = '', url = '' }: IncomingMessage, socket) => {
      const details = { method, path: url.slice(0, 200), allow: 'GET, HEAD, POST, DELETE' }
      refuse(socket, new TrivetError('method_not_allowed', details), this.#options)
    })
  }

  /** Broken HTTP, endless headers, a sender that stalls. */
  answer(error: Error & { code?: string }, socket: Duplex): void {
    const response = this.#responses.get(socket)
    // Into the middle of an answer nothing can be written.
    const answering = response?.headersSent === true && !response.writableEnded
    if (!socket.writable || error.code === 'ECONNRESET' || answering) socket.destroy()
    else refuse(socket, brokenRequest(error.code), this.#options)
  }
}

function brokenRequest(code: string | undefined): TrivetError {
  if (code === 'HPE_HEADER_OVERFLOW') return new TrivetError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TrivetError('request_timeout')
  return new TrivetError('invalid_value', { reason: 'This is not a valid HTTP request.' })
}
