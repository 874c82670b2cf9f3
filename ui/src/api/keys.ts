import { requestJson } from './request.ts'

export const SCOPES = ['inference', 'read', 'manage', 'admin'] as const

export type Scope = (typeof SCOPES)[number]

export interface Key {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly source: 'store' | 'settings'
  readonly state: 'active' | 'expired' | 'revoked'
  readonly scopes: readonly Scope[]
  readonly models: readonly string[] | null
}

export interface KeyUsage {
  readonly id: string
  readonly requests: number
  readonly failed: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly last_used_at: number
}

export interface NewKey {
  readonly name: string
  readonly secret: string
}

/** Those that are there, each with what was asked with it. */
export async function readKeys(signal: AbortSignal): Promise<readonly (Key & { readonly usage: KeyUsage | null })[]> {
  const [keys, stats] = await Promise.all([
    requestJson<{ data: readonly Key[] }>('v1/keys', { signal }),
    requestJson<{ data: readonly KeyUsage[] }>('v1/keys/stats', { signal }),
  ])
  return keys.data.map((key) => ({ ...key, usage: stats.data.find(({ id }) => id === key.id) ?? null }))
}

export function makeKey(order: { name: string; scopes: readonly Scope[]; expires_at?: number }): Promise<NewKey> {
  return requestJson('v1/keys', { body: order })
}

export function rotateKey(id: string): Promise<NewKey> {
  return requestJson(`v1/keys/${encodeURIComponent(id)}/rotate`, { method: 'POST' })
}

export async function revokeKey(id: string): Promise<void> {
  await requestJson(`v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })
}
