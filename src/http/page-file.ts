import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from '../api/endpoint.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/**
 * Nothing but the page's own scripts runs, nothing is loaded from elsewhere, and no page of another site frames it.
 * Images may be what a user attached. Scripts can't be made of text, so that a model's answer never becomes one.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sends a file, compressed to who reads that, and not at all to who has it. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, isFolder = false }: FileReply,
): FastifyReply {
  const [path = '', query] = request.url.split('?', 2)
  if (isFolder && !path.endsWith('/')) {
    // Relative, for a proxy may have taken a prefix away.
    const name = path.slice(path.lastIndexOf('/') + 1)
    return reply.redirect(`./${name}/${query === undefined ? '' : `?${query}`}`, 302)
  }
  reply
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', file.isFixed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
  if (isFolder) reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer')
  if (hasIt(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const packed = readsGzip(request.headers['accept-encoding']) ? file.gzip() : null
  if (packed !== null) reply.header('content-encoding', 'gzip')
  return reply.type(file.contentType).send(packed ?? file.body)
}

/** By weak comparison, as RFC 9110 has it for this header. */
function hasIt(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

function readsGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some((each) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each))
}
