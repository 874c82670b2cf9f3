import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AnswerMessage, Endpoint } from '../api/endpoint.ts'
import { encodeError } from '../contracts/unified.ts'
import type { Caller } from '../core/caller.ts'
import type { Clock } from '../core/clock.ts'
import { asTrivetError, TrivetError } from '../core/errors.ts'
import { passing, VIA_HEADER } from '../core/via.ts'
import type { Door } from './access/door.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import { parseJsonBody } from './json-body.ts'
import { type RawAnswerOptions, refuse } from './raw-answer.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import { WARNINGS_HEADER, warningsHeader } from './warnings.ts'

export interface SocketSettings extends RawAnswerOptions {
  readonly door: Door
  readonly books: Bookkeeping
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
const SWITCHING_PROTOCOLS = 101
/** What a client gets to answer that, before its connection is cut. */
const FAREWELL_MS = 1_000

/** Takes WebSockets at the paths of the endpoints that have them. */
export function acceptSockets(app: FastifyInstance, endpoints: readonly Endpoint[], settings: SocketSettings): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: settings.messageLimitBytes })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const endpoint = endpoints.find((each) => each.path === path && each.connect)
    const { connect } = endpoint ?? {}
    if (!endpoint || !connect)
      return refuse(socket, new TrivetError('not_found', { method: 'GET', path: path.slice(0, 200) }), settings)
    const admit = () => settings.door.admit(request, { scope: endpoint.scope, acts: true })
    const open = (caller: Caller) => (connection: WebSocket) => {
      const leaving = new AbortController()
      connection.once('close', () => leaving.abort(new TrivetError('request_cancelled')))
      settings.logger.info({ path }, 'WebSocket opened')
      const answer = connect({ owner: caller.owner, signal: leaving.signal })
      serve(connection, { answer, admit, route: `WS ${path}`, headers: request.headers }, settings)
    }
    // Until the library has it, a client that leaves is nobody's error.
    const left = () => socket.destroy()
    socket.once('error', left)
    admit().then(
      (caller) => {
        socket.removeListener('error', left)
        sockets.handleUpgrade(request, socket, head, open(caller))
      },
      (error) => refuse(socket, asTrivetError(error), settings),
    )
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

interface Conversation {
  readonly answer: AnswerMessage
  /** Asked anew for each message: a key may have been revoked meanwhile, or have used up what it may. */
  readonly admit: () => Promise<Caller>
  readonly route: string
  /** Of the request that opened it. */
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * Answers messages one after the other, in the order they come. What an answer's headers say over HTTP is `headers` of its
 * first event, and of an error, where OpenAI's `ErrorPayload` has them.
 */
function serve(
  connection: WebSocket,
  { answer, admit, route, headers }: Conversation,
  { logger, failureOf, books, newId }: SocketSettings,
): void {
  let waiting = 0
  let turn = Promise.resolve()
  const fail = (thrown: unknown, requestId: string): Promise<void> => {
    const error = failureOf(thrown)
    if (error.status >= 500) logger.error({ err: error.cause ?? error, code: error.code, requestId }, error.message)
    const { status, headers, body } = encodeError(error)
    const told = { ...body.error, headers: { [REQUEST_ID_HEADER]: requestId, ...headers } }
    return send(connection, { type: 'error', status, error: told })
  }
  const answerAll = async (data: Buffer, requestId: string): Promise<void> => {
    const { events, headers, ignored = [] } = await answer(parseJsonBody(data))
    const warnings = warningsHeader(ignored)
    let told: object = {
      headers: {
        [REQUEST_ID_HEADER]: requestId,
        ...headers,
        ...(warnings !== null && { [WARNINGS_HEADER]: warnings }),
      },
    }
    for await (const event of events) {
      await send(connection, { ...event, ...told })
      told = {}
    }
  }
  const reply = async (data: Buffer): Promise<void> => {
    const requestId = newId('req')
    try {
      const ledger = books.open({ caller: await admit(), requestId, route, headers })
      await books
        .on(ledger, () => passing(headers[VIA_HEADER]?.toString(), () => answerAll(data, requestId)))
        .finally(() => ledger.close(SWITCHING_PROTOCOLS, connection.readyState === connection.OPEN))
    } catch (thrown) {
      await fail(thrown, requestId)
    }
    waiting--
  }
  connection.on('message', (data: Buffer) => {
    if (waiting > MAX_WAITING) {
      const reason = `More than ${MAX_WAITING} messages wait for their answers. Send the next when one has come.`
      void fail(new TrivetError('invalid_value', { reason }), newId('req'))
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
