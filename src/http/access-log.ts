import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '../core/errors.ts'

/**
 * One line a request, when it is over. Never its query or body: those may hold secrets.
 * @param refusal the status it was answered with past its route, if it was
 */
export function logAccess(
  request: FastifyRequest,
  reply: FastifyReply,
  complete: boolean,
  refusal: number | null,
): void {
  const path = request.url.split('?', 1)[0]
  const left = !complete && refusal === null
  const status = left ? ERRORS.request_cancelled.status : (refusal ?? reply.statusCode)
  const line = { method: request.method, path, status, ms: Math.round(reply.elapsedTime) }
  request.log.info(line, left ? 'client left' : 'answered')
}
