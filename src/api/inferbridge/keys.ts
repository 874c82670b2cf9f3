import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { answers, READS } from './models/doc.ts'

/** What was asked with each key: a bare list, and the keys by their hints. */
export function keyStatsEndpoint({ keys, keyUsages }: Services): Endpoint {
  return {
    ...READS,
    method: 'GET',
    path: '/v1/keys/stats',
    summary: 'Tell what was asked with each key',
    responses: answers('The counters.'),
    handle() {
      const hints = new Map([...keys.plain(), ...keys.made.list()].map(({ id, hint }) => [id, hint]))
      return json(
        keyUsages.all().map(({ key, requests, promptTokens, completionTokens, latencyMs }) => ({
          key_name: hints.get(key) ?? (key === 'anonymous' ? 'default (no auth)' : key),
          requests,
          prompt_tokens: promptTokens,
          completion_tokens: completionTokens,
          total_latency: latencyMs / 1000,
        })),
      )
    },
  }
}
