import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Endpoint } from '../api/endpoint.ts'
import { endpoints } from '../api/routes.ts'
import type { Services } from '../api/services.ts'
import type { AccessSettings, Config } from '../config/config.ts'
import { TrivetError } from '../core/errors.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { corsHeaders, GENIEX_OPTIONS, preflightHeaders } from './access/cors.ts'
import { Door } from './access/door.ts'
import { answeredStatus, logAccess } from './access-log.ts'
import { Bookkeeping } from './bookkeeping.ts'
import { ClientErrors } from './client-error.ts'
import { decoded, requireCoding } from './content-coding.ts'
import { asFailure, sendFailure } from './failure.ts'
import { parseFormBody, requireForm } from './form-body.ts'
import { allowHalfClose, probeHalfClosed } from './half-close.ts'
import { parseJsonBody, requireJson } from './json-body.ts'
import { errorFormatNear, isAnothers, unrouted } from './known-paths.ts'
import { mount, readsBody } from './mount.ts'
import { openApiOptions } from './openapi.ts'
import { isCutOff, whenOver } from './outcome.ts'
import { ownAddress } from './own-address.ts'
import { requireSoundHead } from './request-head.ts'
import { REQUEST_ID_HEADER, requestId } from './request-id.ts'
import { UpgradableRequest } from './upgrade.ts'
import { acceptSockets } from './websocket.ts'

export interface ServerOptions extends Omit<Services, 'document' | 'mayUse' | 'requests' | 'setup' | 'self'> {
  readonly config: Pick<
    Config,
    'bodyLimitBytes' | 'streamHeartbeatMs' | 'contract' | 'keptRequests' | 'host' | 'placement'
  >
  /** As they are at the moment. */
  readonly access: () => AccessSettings
  /** In PEM; `null`: plain HTTP. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  readonly logger: FastifyBaseLogger
  /** Hears of requests as spans; `null`: nobody does. */
  readonly tracing: Tracing | null
}

/** Time for a client to send a whole request. */
const REQUEST_TIMEOUT_MS = 300_000

/** A missing Host header is refused in `onRequest` instead, with a body that says why. */
const NODE_OPTIONS = { IncomingMessage: UpgradableRequest, requireHostHeader: false }

/** Bodies are validated by their endpoints; named here, so that fastify doesn't read in compilers of its own. */
const OWN_COMPILERS = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>

/** The HTTP server with every endpoint mounted, not listening yet. Closing it waits for running responses. */
export function createServer({ config, access, tls, logger, tracing, ...services }: ServerOptions): FastifyInstance {
  const failureOf = (thrown: unknown) => asFailure(thrown, config.bodyLimitBytes)
  const usualErrors = config.contract === 'unified' ? 'openai' : config.contract
  const formatNear = (url: string) => errorFormatNear(routes, url, usualErrors)
  const door = new Door({ ...services, settings: access })
  const books = new Bookkeeping({
    ...services,
    left: (caller) => door.left(caller),
    reserve: (caller, cost) => door.reserve(caller, cost),
    charge: (caller, tokens, reserved) => {
      door.charge(caller, tokens, reserved).catch((error) => logger.error({ err: error }, 'tokens are not charged'))
    },
    keep: config.keptRequests,
    tracing,
  })
  const clientErrors = new ClientErrors({ newId: services.newId, logger, errors: usualErrors })
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestId(request, services.newId, config.contract),
    ...(tls === null ? { http: NODE_OPTIONS } : { https: { ...NODE_OPTIONS, ...tls } }),
    bodyLimit: config.bodyLimitBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    schemaController: OWN_COMPILERS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    clientErrorHandler: (error, socket) => clientErrors.answer(error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.header(REQUEST_ID_HEADER, request.id)
      sendFailure(request, reply, failureOf(error), formatNear)
    },
  })
  clientErrors.listen(app.server)
  allowHalfClose(app.server)
  const scheduler = books.metered(services.scheduler)
  const catalogue = books.shown(services.catalogue, services.scheduler)
  const routes: readonly Endpoint[] = endpoints(
    {
      ...services,
      scheduler,
      catalogue,
      telemetry: books.told(services.telemetry, services.scheduler),
      mayUse: books.mayUse(services.scheduler),
      requests: books.requests,
      setup: { host: config.host, compute: config.placement.compute ?? null },
      self: () => ownAddress(app.server, tls !== null),
      document: () => app.swagger(),
    },
    config.contract,
  )

  app.setErrorHandler((error, request, reply) =>
    sendFailure(
      request,
      reply,
      isCutOff(request.raw) ? new TrivetError('request_cancelled') : failureOf(error),
      formatNear,
    ),
  )
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    clientErrors.expect(reply.raw, request.id)
    whenOver(reply.raw, (complete) => {
      const status = answeredStatus(reply, complete, clientErrors.refusal(reply.raw))
      logAccess(request, reply, status)
      services.meter.answered({
        method: request.method,
        route: request.routeOptions.url ?? null,
        status,
        ms: reply.elapsedTime,
      })
    })
    probeHalfClosed(request.raw, reply.raw, services.clock)
    const { corsOrigins } = access()
    reply.headers(corsHeaders(request.headers, corsOrigins))
    const preflight = request.method === 'OPTIONS' ? preflightHeaders(request.headers, corsOrigins) : null
    if (preflight !== null) return reply.code(204).headers(preflight).send()
    if (request.method === 'OPTIONS' && formatNear(request.url) === 'geniex')
      return reply.code(204).headers(GENIEX_OPTIONS).send()
    requireSoundHead(request.raw)
    if (request.is404 || isAnothers(request.routeOptions.config, request.url)) {
      throw unrouted(routes, request.method, request.url)
    }
    const { scope = 'admin' } = request.routeOptions.config
    request.caller = await door.admit(request.raw, { scope, acts: !['GET', 'HEAD'].includes(request.method) })
    if (request.method !== 'POST') return
    // To fastify a blank one is malformed; here it says no more than none at all.
    if (request.headers['content-type']?.trim() === '') delete request.raw.headers['content-type']
    if (isForm(request)) requireForm(request.headers['content-type'])
    else if (!readsAnything(request)) requireJson(request.headers['content-type'])
    requireCoding(request.headers['content-encoding'])
  })
  app.addHook('preParsing', async (request, _, payload) =>
    decoded(payload, request.headers['content-encoding'], config.bodyLimitBytes),
  )
  readBodies(app)
  acceptSockets(app, routes, {
    clock: services.clock,
    newId: services.newId,
    messageLimitBytes: config.bodyLimitBytes,
    logger,
    errors: usualErrors,
    failureOf,
    door,
    books,
  })
  app.register(swagger, openApiOptions(services.version))
  app.register((scope, _, done) => {
    const settings = { clock: services.clock, pingAfterMs: config.streamHeartbeatMs, failureOf, books }
    for (const endpoint of routes) mount(scope, endpoint, settings)
    done()
  })
  return app
}

/**
 * Ollama and GenieX read whatever comes as JSON, and Ollama's manual has curl say nothing of it. Pages of other sites
 * can send forms without being asked, and those name their origin.
 */
function readsAnything({ routeOptions, headers }: FastifyRequest): boolean {
  const { errors } = routeOptions.config
  return (errors === 'ollama' || errors === 'geniex') && headers.origin === undefined
}

function isForm({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isForm ?? false
}

/** One parser for every content type, so that a missing one is no obstacle and a wrong one is named. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (isForm(request)) return parseFormBody(body, request.headers['content-type'] ?? '')
    // Some clients announce JSON with every request, also where there is nothing to say.
    return body.length === 0 && !readsBody(request) ? undefined : parseJsonBody(body)
  })
}
