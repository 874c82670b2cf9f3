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
  const failed = (reason: string, cause?: unknown) =>
    new TrivetError('upstream_error', { url, reason }, null, { cause })
  const response = await fetch(ourRoute(url, path), {
    method,
    headers: { ...credentials(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw failed('does not answer.', error)
  })
  const answer = (await response.json().catch(() => null)) as (Answer & { error?: unknown }) | null
  if (response.ok && answer !== null) return answer
  const error = answer?.error
  if (typeof error === 'object' && error !== null) throw toldError(error as Parameters<typeof toldError>[0])
  throw failed(`answered ${response.status}, not as Trivet does.`)
}
