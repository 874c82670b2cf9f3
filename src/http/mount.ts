import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Endpoint, EventsReply, FileReply, PageReply, Reply } from '../api/endpoint.ts'
import { ignoredFields } from '../api/validation/ignored.ts'
import { validate } from '../api/validation/validation.ts'
import { ERROR_FORMATS, type ErrorFormat } from '../contracts/error-format.ts'
import { ANONYMOUS, type Caller } from '../core/caller.ts'
import { TrivetError } from '../core/errors.ts'
import type { RouteScope } from '../core/key.ts'
import { isLoopback } from '../core/loopback.ts'
import { passing, VIA_HEADER } from '../core/via.ts'
import { credentialIn } from './access/credential.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import { type EventStreamOptions, eventStream } from './event-stream.ts'
import { logFault } from './failure.ts'
import { FRAMINGS } from './framing.ts'
import { routeSchema } from './openapi.ts'
import { whenOver } from './outcome.ts'
import { sendFile } from './page-file.ts'
import { streamToCome, within } from './patience.ts'
import { WARNINGS_HEADER, warningsHeader } from './warnings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the clients of this route read errors. */
    readonly errors?: ErrorFormat
    /** What a key must be for. */
    readonly scope?: RouteScope
    /** See `Endpoint.isForm`. */
    readonly isForm?: boolean
    /** See `Endpoint.except`. */
    readonly except?: readonly string[]
  }
  interface FastifyRequest {
    /** Who asks, once it has been let in. */
    caller: Caller | null
  }
}

/** What every route of the server has in common. */
export interface RouteSettings extends StreamSettings {
  readonly books: Bookkeeping
}

/** What every stream of the server has in common. */
interface StreamSettings extends Pick<EventStreamOptions, 'clock' | 'pingAfterMs'> {
  /** The error that the transport makes of whatever was thrown. */
  readonly failureOf: (thrown: unknown) => TrivetError
}

/** Makes a route of an endpoint. Its schema only documents: the body is validated here, to tell what was ignored. */
export function mount(app: FastifyInstance, endpoint: Endpoint, settings: RouteSettings): void {
  const errors = endpoint.errors ?? 'openai'
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    config: {
      errors,
      scope: endpoint.scope,
      readsBody: endpoint.body !== undefined,
      ...(endpoint.isForm && { isForm: true }),
      ...(endpoint.except && { except: endpoint.except }),
    },
    handler: async (request, reply) => {
      const body = endpoint.body && validate(endpoint.body, request.body)
      const query = endpoint.query && validate(endpoint.query, request.query, 'query')
      const ignored = [...ignoredFields(request.body, body), ...ignoredFields(request.query, query ?? {})]
      warn(reply, ignored)
      const encodeFailure = (thrown: unknown) => {
        const error = settings.failureOf(thrown)
        logFault(request, error)
        return endpoint.failure?.(error) ?? ERROR_FORMATS[errors](error).body
      }
      const stream = { ...settings, encodeFailure }
      if (endpoint.localHeader !== undefined) requireLocal(request, endpoint.localHeader)
      const call = callOf({ body, query }, request, reply)
      const pending = settings.books.on(openLedger(settings.books, endpoint, request, reply), async () =>
        passing(request.headers[VIA_HEADER]?.toString(), () => endpoint.handle(call)),
      )
      const format = endpoint.streams?.(body) ?? null
      const answer = format === null ? await pending : await within(pending, settings.pingAfterMs, settings.clock)
      if (answer === null) return sendEvents(reply, streamToCome(pending, format), { ...stream, late: true })
      if ('ignored' in answer) warn(reply, [...ignored, ...(answer.ignored ?? [])])
      return answer.kind === 'file' ? sendFile(request, reply, answer) : send(reply, answer, stream)
    },
  })
}

function warn(reply: FastifyReply, ignored: readonly string[]): void {
  const warnings = warningsHeader(ignored)
  if (warnings !== null) reply.header(WARNINGS_HEADER, warnings)
}

function openLedger(books: Bookkeeping, { method, path }: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { id: requestId, headers } = request
  const ledger = books.open({ caller: callerOf(request), requestId, route: `${method} ${path}`, headers })
  whenOver(reply.raw, (complete) => ledger.close(reply.statusCode, complete))
  return ledger
}

function callerOf({ caller, ip }: FastifyRequest): Caller {
  return caller ?? { owner: ANONYMOUS, key: null, address: ip }
}

function callOf({ body, query }: Pick<Call, 'body' | 'query'>, request: FastifyRequest, reply: FastifyReply): Call {
  const { '*': rest = '', ...params } = request.params as Record<string, string>
  const { accept = '', 'last-event-id': lastEventId } = request.headers
  const { owner } = callerOf(request)
  const credential = credentialIn(request.headers)
  return {
    body,
    query,
    params,
    rest,
    accept,
    owner,
    credential,
    host: request.host,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
    signal: goneSignal(reply.raw),
  }
}

/** Throws `local_only`. */
function requireLocal({ ip, hostname, headers }: FastifyRequest, header: string): void {
  if (isLoopback(ip) && isLoopback(hostname) && headers[header] === '1') return
  throw new TrivetError('local_only', { header })
}

/** Aborts when the connection closes before the response is complete. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  whenOver(response, (complete) => {
    if (!complete) controller.abort(new TrivetError('request_cancelled'))
  })
  return controller.signal
}

function send(
  reply: FastifyReply,
  answer: Exclude<Reply, FileReply>,
  stream: Omit<EventStreamOptions, 'framing'>,
): FastifyReply {
  switch (answer.kind) {
    case 'json':
      return reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body)
    case 'page':
      return sendPage(reply, answer)
    case 'redirect':
      return reply.redirect(answer.location, 302)
    case 'content':
      return reply
        .headers(answer.headers ?? {})
        .type(answer.contentType)
        .send(Readable.from(answer.pieces, { highWaterMark: 1 }))
    case 'events':
      return sendEvents(reply, answer, stream)
  }
}

function sendEvents(
  reply: FastifyReply,
  { events, format, headers = {} }: EventsReply,
  stream: Omit<EventStreamOptions, 'framing'>,
): FastifyReply {
  const framing = FRAMINGS[format ?? 'data']
  return reply
    .header('content-type', framing.contentType)
    .header('cache-control', 'no-cache')
    .header('x-accel-buffering', 'no')
    .headers(headers)
    .send(eventStream(events, { ...stream, framing }))
}

/** The policy names the page's style sheet by its hash; nothing else may load or run. */
function sendPage(reply: FastifyReply, { html, style }: PageReply): FastifyReply {
  const hash = createHash('sha256').update(style).digest('base64')
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Whether the route of this request takes a body. */
export function readsBody({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.config as { readonly readsBody?: boolean }).readsBody ?? true
}
