import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { TrivetError } from '../core/errors.ts'
import { type RawAnswerOptions, refuse, sendRaw } from './raw-answer.ts'

/** Answers what never became a request that a route could have. */
export class ClientErrors {
  readonly #options: RawAnswerOptions
  readonly #responses = new WeakMap<Duplex, ServerResponse>()
  /** Of requests that a route has: they have an id and a line in the log already. */
  readonly #ids = new WeakMap<ServerResponse, string>()
  readonly #refused = new WeakMap<ServerResponse, number>()

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

  /** A request that a route has got, and may turn out to be broken all the same. */
  expect(response: ServerResponse, requestId: string): void {
    this.#ids.set(response, requestId)
  }

  /** The status that was answered past the route; `null`: none was. */
  refusal(response: ServerResponse): number | null {
    return this.#refused.get(response) ?? null
  }

  /** Broken HTTP, endless headers, a sender that stalls. */
  answer(error: Error & { code?: string }, socket: Duplex): void {
    const response = this.#responses.get(socket)
    // Into the middle of an answer nothing can be written.
    const answering = response?.headersSent === true && !response.writableEnded
    if (!socket.writable || error.code === 'ECONNRESET' || answering) socket.destroy()
    else this.#refuse(socket, error.code, response?.writableEnded === false ? response : undefined)
  }

  /** @param pending what the request would have been answered with, had it been whole */
  #refuse(socket: Duplex, code: string | undefined, pending: ServerResponse | undefined): void {
    const error = brokenRequest(code)
    const requestId = pending && this.#ids.get(pending)
    if (pending === undefined || requestId === undefined) {
      refuse(socket, error, this.#options)
      return
    }
    // Who has ended in the middle has left, and is logged as such; whoever stalls is still there to be told.
    if (code !== ENDED_MIDWAY) this.#refused.set(pending, error.status)
    sendRaw(socket, error, requestId, this.#options)
  }
}

const ENDED_MIDWAY = 'HPE_INVALID_EOF_STATE'

function brokenRequest(code: string | undefined): TrivetError {
  if (code === 'HPE_HEADER_OVERFLOW') return new TrivetError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TrivetError('request_timeout')
  return new TrivetError('invalid_value', { reason: 'This is not a valid HTTP request.' })
}
