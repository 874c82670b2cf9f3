import type { Endpoint } from '../api/endpoint.ts'
import type { ErrorFormat } from '../contracts/error-format.ts'
import { TrivetError } from '../core/errors.ts'

type Route = Pick<Endpoint, 'method' | 'path' | 'except'>

/** Why nothing answers here: another method would (`method_not_allowed`), or none would (`not_found`). */
export function unrouted(routes: readonly Route[], method: string, url: string): TrivetError {
  const path = url.split('?', 1)[0] ?? url
  const fitting = routes.filter((route) => matches(route.path, path) && !isAnothers(route, url))
  const methods = fitting.map((route) => route.method)
  if (methods.length === 0) return new TrivetError('not_found', { method, path: path.slice(0, 200) })
  const allow = methods.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(', ')
  return new TrivetError('method_not_allowed', { method, path: path.slice(0, 200), allow })
}

/** Whether a route leaves this path to another. */
export function isAnothers({ except = [] }: Pick<Endpoint, 'except'>, url: string): boolean {
  const path = url.split('?', 1)[0] ?? url
  return except.includes(path.replace(/(?<=.)\/$/, ''))
}

/**
 * How those who ask at a path without a route read errors: as at the routes that share most of its beginning.
 * @param usual where it shares nothing
 */
export function errorFormatNear(
  routes: readonly Pick<Endpoint, 'path' | 'errors'>[],
  url: string,
  usual: ErrorFormat = 'openai',
): ErrorFormat {
  const segments = (url.split('?', 1)[0] ?? url).split('/')
  const shared = ({ path }: Pick<Endpoint, 'path'>): number => {
    const apart = path.split('/').findIndex((segment, i) => segment !== segments[i])
    return apart === -1 ? segments.length : apart
  }
  const nearest = routes.reduce<{ depth: number; errors: ErrorFormat }>(
    (best, route) => (shared(route) > best.depth ? { depth: shared(route), errors: route.errors ?? 'openai' } : best),
    { depth: 1, errors: usual },
  )
  return nearest.errors
}

function matches(pattern: string, path: string): boolean {
  // The rest of a path is never nothing.
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1)) && path.length >= pattern.length
  const wanted = pattern.split('/')
  const given = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/')
  return wanted.length === given.length && wanted.every((segment, i) => segment.startsWith(':') || segment === given[i])
}
