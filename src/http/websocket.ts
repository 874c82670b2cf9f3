import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AnswerMessage, Endpoint } from '../api/endpoint.ts'
import { ERROR_FORMATS } from '../contracts/error-format.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { parseJsonBody } from './json-body.ts'
import { OWNER } from './owner.ts'
import { type RawAnswerOptions, refuse } from './raw-answer.ts'

export interface SocketSettings extends RawAnswerOptions {
  readonly clock: Clock
  /** Bytes of a message at most. */
  readonly messageLimitBytes: number
  readonly logger: FastifyBaseLogger
  /** The error that the transport makes of whatever was thrown. */
  readonly failureOf: (thrown: unknown) => TrivetError
}

/** Messages that may wait while one is being answered. */
const MAX_WAITING = 16
const GOING_AWAY = 1001
/** What a client gets to answer that, before its connection is cut. */
const FAREWELL_MS = 1_000

/** Takes WebSockets at the paths of the endpoints that have them. */
export function acceptSockets(app: FastifyInstance, endpoints: readonly Endpoint[], settings: SocketSettings): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: settings.messageLimitBytes })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const connect = endpoints.find((endpoint) => endpoint.path === path && endpoint.connect)?.connect
    const { origin = '' } = request.headers
    if (!connect)
      return refuse(socket, new TrivetError('not_found', { method: 'GET', path: path.slice(0, 200) }), settings)
    if (!isSameSite(request)) return refuse(socket, new TrivetError('foreign_origin', { origin }), settings)
    sockets.handleUpgrade(request, socket, head, (connection) => {
      const leaving = new AbortController()
      connection.once('close', () => leaving.abort(new TrivetError('request_cancelled')))
      settings.logger.info({ path }, 'WebSocket opened')
      serve(connection, connect({ owner: OWNER, signal: leaving.signal }), settings)
    })
  })
  // The library's own answers have no JSON.
  sockets.on('wsClientError', ({ message }, socket) => {
    refuse(
      socket,
      new TrivetError('invalid_value', { reason: `The WebSocket's handshake is wrong: ${message}.` }),
      settings,
    )
  })
  app.addHook('preClose', async () => {
    for (const connection of sockets.clients) {
      connection.close(GOING_AWAY)
      const stay = settings.clock.after(FAREWELL_MS, () => connection.terminate())
      connection.once('close', stay)
    }
    sockets.close()
  })
}

/** A page of another site must not use the server of whoever looks at it; programs send no origin. */
function isSameSite({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

/** Answers messages one after the other, in the order they come. */
function serve(connection: WebSocket, answer: AnswerMessage, { logger, failureOf }: SocketSettings): void {
  let waiting = 0
  let turn = Promise.resolve()
  const fail = (thrown: unknown): Promise<void> => {
    const error = failureOf(thrown)
    if (error.status >= 500) logger.error({ err: error.cause ?? error, code: error.code }, error.message)
    return send(connection, { type: 'error', status: error.status, ...ERROR_FORMATS.openai(error).body })
  }
  const reply = async (data: Buffer): Promise<void> => {
    try {
      for await (const value of answer(parseJsonBody(data))) await send(connection, value)
    } catch (thrown) {
      await fail(thrown)
    }
    waiting--
  }
  connection.on('message', (data: Buffer) => {
    if (waiting > MAX_WAITING) {
      const reason = `More than ${MAX_WAITING} messages wait for their answers. Send the next when one has come.`
      void fail(new TrivetError('invalid_value', { reason }))
      return
    }
    waiting++
    turn = turn.then(() => reply(data))
  })
  // A message that is too large, or broken: the library closes the connection and says why.
  connection.on('error', (error) => logger.info({ reason: error.message }, 'WebSocket broken'))
}

/** Resolves when it is written, or never will be. */
function send(connection: WebSocket, value: unknown): Promise<void> {
  return new Promise((resolve) => connection.send(JSON.stringify(value), () => resolve()))
}
