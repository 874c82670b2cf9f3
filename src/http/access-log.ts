import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '../core/errors.ts'

/** One line a request, when it is over. Never its query or body: those may hold secrets. */
export function logAccess(request: FastifyRequest, reply: FastifyReply, complete: boolean): void {
  const path = request.url.split('?', 1)[0]
  const status = complete ? reply.statusCode : ERRORS.request_cancelled.status
  const line = { method: request.method, path, status, ms: Math.round(reply.elapsedTime) }
  request.log.info(line, complete ? 'answered' : 'client left')
}
