import type { IncomingHttpHeaders } from 'node:http'
import { isAllowedOrigin } from './origin.ts'

type Headers = Readonly<Record<string, string>>

const EXPOSED = ['x-request-id', 'x-trivet-warnings', 'x-trivet-queue-position', 'x-trivet-truncated', 'retry-after']
const METHODS = 'GET, HEAD, POST, DELETE'
const REMEMBER_SECONDS = 600

/**
 * What lets the page of an allowed origin read an answer, whatever it is; empty for all others. Where any page may, that
 * is said to those too who name none.
 */
export function corsHeaders({ origin }: IncomingHttpHeaders, allowed: readonly string[]): Headers {
  if (allowed.length === 0) return {}
  const varies = { vary: 'origin' }
  const any = allowed.includes('*')
  if (!any && (origin === undefined || !isAllowedOrigin(origin, allowed))) return varies
  return {
    ...varies,
    'access-control-allow-origin': any ? '*' : (origin ?? ''),
    'access-control-expose-headers': EXPOSED.join(', '),
  }
}

/** What a browser is told that asks, before it asks what its page wants; `null`: it asks nothing, or for no page of ours. */
export function preflightHeaders(headers: IncomingHttpHeaders, allowed: readonly string[]): Headers | null {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': wanted } = headers
  if (origin === undefined || method === undefined || !isAllowedOrigin(origin, allowed)) return null
  return {
    ...corsHeaders(headers, allowed),
    vary: 'origin, access-control-request-headers',
    'access-control-allow-methods': METHODS,
    // Clients have headers of their own by the dozen (`x-stainless-*`); none of them does more here than a key.
    ...(wanted !== undefined && /^[\w\-, ]*$/.test(wanted) && { 'access-control-allow-headers': wanted }),
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    'access-control-max-age': `${REMEMBER_SECONDS}`,
  }
}

/** GenieX answers any `OPTIONS`, whoever asks: what may be sent, and the headers that its clients have. */
export const GENIEX_OPTIONS: Headers = {
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers': 'Authorization, Content-Type, GenieX-KeepCache',
  'access-control-max-age': `${REMEMBER_SECONDS}`,
}
