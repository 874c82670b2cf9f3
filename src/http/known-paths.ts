import type { Endpoint } from '../api/endpoint.ts'
import { TrivetError } from '../core/errors.ts'

type Route = Pick<Endpoint, 'method' | 'path'>

/** Why nothing answers here: another method would (`method_not_allowed`), or none would (`not_found`). */
export function unrouted(routes: readonly Route[], method: string, url: string): TrivetError {
  const path = url.split('?', 1)[0] ?? url
  const methods = routes.filter((route) => matches(route.path, path)).map((route) => route.method)
  if (methods.length === 0) return new TrivetError('not_found', { method, path: path.slice(0, 200) })
  const allow = methods.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(', ')
  return new TrivetError('method_not_allowed', { method, path: path.slice(0, 200), allow })
}

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1))
  const wanted = pattern.split('/')
  const given = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/')
  return wanted.length === given.length && wanted.every((segment, i) => segment.startsWith(':') || segment === given[i])
}
