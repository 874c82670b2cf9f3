import type { z } from 'zod'
import type { ApiKey } from '../../core/key.ts'
import type { KeyUsage } from '../../store/key-usage.ts'
import type { Keyring } from '../../store/keyring.ts'
import type { keyListSchema, keySchema, keyStatsSchema } from './schema.ts'

export function encodeKey(key: ApiKey, source: 'store' | 'settings', nowMs: number): z.infer<typeof keySchema> {
  const { id, name, hint, scopes, models, limits, createdMs, expiresMs, revokedMs } = key
  return {
    id,
    object: 'key',
    name,
    hint,
    source,
    state: revokedMs !== null ? 'revoked' : expiresMs !== null && expiresMs <= nowMs ? 'expired' : 'active',
    scopes: [...scopes],
    models: models === null ? null : [...models],
    requests_per_minute: limits.requestsPerMinute,
    tokens_per_minute: limits.tokensPerMinute,
    max_tokens: limits.tokensInAll,
    created_at: source === 'settings' ? null : seconds(createdMs),
    expires_at: secondsOrNull(expiresMs),
    revoked_at: secondsOrNull(revokedMs),
  }
}

export function encodeKeys(keys: Keyring, nowMs: number): z.infer<typeof keyListSchema> {
  const data = [
    ...keys.plain().map((key) => encodeKey(key, 'settings', nowMs)),
    ...keys.made.list().map((key) => encodeKey(key, 'store', nowMs)),
  ]
  return { object: 'list', data }
}

export function encodeStats(usages: readonly KeyUsage[], keys: Keyring): z.infer<typeof keyStatsSchema> {
  const names = new Map([...keys.plain(), ...keys.made.list()].map(({ id, name }) => [id, name]))
  const data = usages.map(({ key, requests, failed, promptTokens, completionTokens, latencyMs, lastUsedMs }) => ({
    id: key,
    name: names.get(key) ?? null,
    requests,
    failed,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_latency_ms: latencyMs,
    average_latency_ms: requests === 0 ? 0 : Math.round(latencyMs / requests),
    last_used_at: seconds(lastUsedMs),
  }))
  return { object: 'list', data }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function secondsOrNull(ms: number | null): number | null {
  return ms === null ? null : seconds(ms)
}
