import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Endpoint, PageReply, Reply } from '../api/endpoint.ts'
import { ignoredFields } from '../api/ignored.ts'
import { validate } from '../api/validation.ts'
import { TrivetError } from '../core/errors.ts'
import { routeSchema } from './openapi.ts'
import { whenOver } from './outcome.ts'
import { type SseOptions, sseStream } from './sse.ts'
import { WARNINGS_HEADER, warningsHeader } from './warnings.ts'

/** Makes a route of an endpoint. Its schema only documents: the body is validated here, to tell what was ignored. */
export function mount(app: FastifyInstance, endpoint: Endpoint, sse: SseOptions): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    handler: async (request, reply) => send(reply, await endpoint.handle(readCall(endpoint, request, reply)), sse),
  })
}

function readCall(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Call {
  const body = endpoint.body && validate(endpoint.body, request.body)
  const warnings = warningsHeader(ignoredFields(request.body, body))
  if (warnings !== null) reply.header(WARNINGS_HEADER, warnings)
  const { '*': rest = '' } = request.params as { '*'?: string }
  return { body, rest, signal: goneSignal(reply.raw) }
}

/** Aborts when the connection closes before the response is complete. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  whenOver(response, (complete) => {
    if (!complete) controller.abort(new TrivetError('request_cancelled'))
  })
  return controller.signal
}

function send(reply: FastifyReply, answer: Reply, sse: SseOptions): FastifyReply {
  switch (answer.kind) {
    case 'json':
      return reply.code(answer.status).send(answer.body)
    case 'page':
      return sendPage(reply, answer)
    case 'redirect':
      return reply.redirect(answer.location, 302)
    case 'events':
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('x-accel-buffering', 'no')
        .send(sseStream(answer.events, sse))
  }
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
