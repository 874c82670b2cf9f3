import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { withSelectorTold } from '../api/answering/auto.ts'
import { ERROR_FORMATS, type ErrorFormat } from '../contracts/error-format.ts'
import { asTrivetError, TrivetError } from '../core/errors.ts'

/** What the transport itself complains of, as rows of the errors table, and what routes throw. */
export function asFailure(thrown: unknown, bodyLimitBytes: number): TrivetError {
  if (!isFastifyError(thrown)) return withSelectorTold(asTrivetError(thrown))
  switch (thrown.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new TrivetError('body_too_large', { limit: bodyLimitBytes })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new TrivetError('unsupported_media_type', { type: 'named in the request', wanted: 'application/json' })
    case 'FST_ERR_BAD_URL':
      return new TrivetError('invalid_value', { reason: 'The path of the URL is not valid percent-encoding.' })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new TrivetError('invalid_value', { reason: 'The body is not as long as its content-length says.' })
    default:
      return asTrivetError(thrown)
  }
}

/** Server faults are logged with their cause, which stays here. Of those thrown on purpose the words say it all. */
export function logFault({ log }: FastifyRequest, error: TrivetError): void {
  if (error.status < 500) return
  const cause = error.code === 'internal_error' ? (error.cause ?? error) : error.cause
  log.error({ ...(cause !== undefined && { err: cause }), code: error.code }, error.message)
}

/** Answers with the error, as the route's clients read it, or those of the routes nearby. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: TrivetError,
  formatNear: (url: string) => ErrorFormat,
): FastifyReply {
  logFault(request, error)
  // Closing on a client that still sends would reset the connection before it could read why, so the rest is drained.
  // Only what is there is removed: Node forgets otherwise that it is to hang up on a client that has ended its side.
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  const { status, headers, body } = ERROR_FORMATS[request.routeOptions.config.errors ?? formatNear(request.url)](error)
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function isFastifyError(thrown: unknown): thrown is FastifyError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('FST_')
}
