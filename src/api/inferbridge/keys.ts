import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { inferbridgeRoute } from './route.ts'

const ANYONE = 'default (no auth)'
const NOTHING_YET = { key_name: ANYONE, requests: 0, prompt_tokens: 0, completion_tokens: 0, total_latency: 0 }

/** What was asked with each key: a bare list, and the keys by their hints. */
export function keyStatsEndpoint({ keys, keyUsages }: Services): Endpoint {
  return inferbridgeRoute('GET /v1/keys/stats', {
    summary: 'Tell what was asked with each key',
    tells: 'The counters.',
    async answer() {
      const hints = new Map([...keys.plain(), ...keys.made.list()].map(({ id, hint }) => [id, hint]))
      const rows = (await keyUsages.all()).map(({ key, requests, promptTokens, completionTokens, latencyMs }) => ({
        key_name: hints.get(key) ?? (key === 'anonymous' ? ANYONE : key),
        requests,
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_latency: latencyMs / 1000,
      }))
      return rows.length === 0 && keys.isEmpty() ? [NOTHING_YET] : rows
    },
  })
}
