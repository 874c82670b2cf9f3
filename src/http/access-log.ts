import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '../core/errors.ts'

/**
 * The status that a request ended with, that of who has left included.
 * @param refusal the status it was answered with past its route, if it was
 */
export function answeredStatus(reply: FastifyReply, complete: boolean, refusal: number | null): number {
  if (!complete && refusal === null) return ERRORS.request_cancelled.status
  return refusal ?? reply.statusCode
}

/** One line a request, when it is over. Never its query or body: those may hold secrets. */
export function logAccess(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const path = request.url.split('?', 1)[0]
  const owner = request.caller?.key?.id
  const line = { method: request.method, path, status, ms: Math.round(reply.elapsedTime), ...(owner && { key: owner }) }
  request.log.info(line, status === ERRORS.request_cancelled.status ? 'client left' : 'answered')
}
