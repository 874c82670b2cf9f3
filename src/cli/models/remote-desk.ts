import type { ModelFields } from '../../api/models/encode.ts'
import { TrivetError } from '../../core/errors.ts'
import { credentials } from '../credentials.ts'
import { toldError } from '../jobs/server-job.ts'
import { ourRoute } from '../our-route.ts'
import type { ModelDesk, ToldModel } from './desk.ts'

/** The models of a running server. Rejects as the server refuses, or with `upstream_error`. */
export function remoteDesk(url: string): ModelDesk {
  const path = (name: string) => `/v1/models/${encodeURIComponent(name)}`
  const told = (model: ModelFields): ToldModel => ({ ...model, path: null })
  const post = async (what: string, body: object) =>
    told(await ask<ModelFields>(url, 'POST', `/v1/models/${what}`, body))
  return {
    url,
    list: async () => (await ask<{ data: ModelFields[] }>(url, 'GET', '/v1/models')).data.map(told),
    show: async (name) => told(await ask<ModelFields>(url, 'GET', path(name))),
    remove: async (name) => (await ask<{ id: string }>(url, 'DELETE', path(name))).id,
    alias: (model, alias) => post('alias', { model, alias }),
    pin: (model, pinned) => post('pin', { model, pinned }),
    copy: (model, destination) => post('copy', { model, destination }),
  }
}

/** What a server answers to a request. Rejects as it refuses, or with `upstream_error`. */
export async function ask<Answer>(url: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await request(url, method, path, body)
  const answer = (await response.json().catch(() => null)) as Answer | null
  if (answer !== null) return answer
  throw strange(url, response)
}

/** The same, as it comes. */
export async function open(url: string, method: string, path: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await request(url, method, path)
  if (response.body === null) throw strange(url, response)
  return response.body
}

/** The same, as the bytes that it is. */
export async function bytes(url: string, method: string, path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await request(url, method, path)).arrayBuffer())
}

async function request(url: string, method: string, path: string, body?: object): Promise<Response> {
  const response = await fetch(ourRoute(url, path), {
    method,
    headers: { ...credentials(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new TrivetError('upstream_error', { url, reason: 'does not answer.' }, null, { cause: error })
  })
  if (response.ok) return response
  const answer = (await response.json().catch(() => null)) as { readonly error?: unknown } | null
  const error = answer?.error
  if (typeof error === 'object' && error !== null) throw toldError(error as Parameters<typeof toldError>[0])
  throw strange(url, response)
}

function strange(url: string, { status }: Response): TrivetError {
  return new TrivetError('upstream_error', { url, reason: `answered ${status}, not as Trivet does.` })
}
