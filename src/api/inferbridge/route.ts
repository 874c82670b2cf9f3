import { z } from 'zod'
import type { RouteScope } from '../../core/key.ts'
import { type Call, type Endpoint, json, jsonDoc } from '../endpoint.ts'

/** What a route that only InferBridge has is made of. */
export interface RouteParts<Body, Query>
  extends Pick<Endpoint<Body, Query>, 'body' | 'query' | 'params' | 'rest' | 'localHeader'> {
  readonly summary: string
  /** What the answer has. */
  readonly tells: string
  /** Default: `read` of what is got, and `manage` of everything else. */
  readonly scope?: RouteScope
  /** Default: 200. */
  readonly status?: number
  /** Besides that no answer is to be kept by whoever reads it. */
  readonly headers?: Readonly<Record<string, string>>
  /** The value that is sent as JSON. */
  answer(call: Call<Body, Query>): unknown
}

/**
 * One of the routes that only InferBridge has. Its answers are told in the contract's page, not in the OpenAPI document,
 * where our own routes are.
 * @param route method and path
 */
export function inferbridgeRoute<Body = unknown, Query = unknown>(
  route: `${Endpoint['method']} /${string}`,
  { tells, status = 200, headers, answer, scope, ...parts }: RouteParts<Body, Query>,
): Endpoint {
  const [method, path] = route.split(' ') as [Endpoint['method'], string]
  const endpoint: Endpoint<Body, Query> = {
    ...parts,
    method,
    path,
    tag: 'InferBridge',
    errors: 'inferbridge',
    scope: scope ?? (method === 'GET' ? 'read' : 'manage'),
    responses: { [status]: jsonDoc(tells, z.unknown()) },
    handle: async (call) => ({ ...json(await answer(call), status), headers: { ...NOT_KEPT, ...headers } }),
  }
  return endpoint as Endpoint
}

const NOT_KEPT = { 'cache-control': 'no-store' } as const
