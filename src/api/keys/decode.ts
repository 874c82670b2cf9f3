import { TrivetError } from '../../core/errors.ts'
import { grants } from '../../core/key.ts'
import type { KeyOrder } from '../../store/keys.ts'
import type { KeyFields } from './schema.ts'

/** Throws `invalid_value` for a key that is over already, or whose models its scopes would not keep to. */
export function decodeKey(fields: KeyFields, nowMs: number): KeyOrder {
  const scopes = fields.scopes ?? ['inference']
  const expiresMs = fields.expires_at ? fields.expires_at * 1000 : null
  if (fields.models && grants(scopes, 'manage')) {
    const reason =
      'A key that is limited to some models may not `manage` them, nor be `admin`: those scopes are for all.'
    throw new TrivetError('invalid_value', { reason }, 'models')
  }
  if (expiresMs !== null && expiresMs <= nowMs) {
    throw new TrivetError('invalid_value', { reason: '`expires_at` is in the past.' }, 'expires_at')
  }
  return {
    name: fields.name,
    scopes,
    models: fields.models ?? null,
    limits: {
      requestsPerMinute: fields.requests_per_minute ?? null,
      tokensPerMinute: fields.tokens_per_minute ?? null,
      tokensInAll: fields.max_tokens ?? null,
    },
    expiresMs,
  }
}
