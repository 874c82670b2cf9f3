import type { NewKey } from '../../store/keys.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { decodeKey } from './decode.ts'
import { encodeKey, encodeKeys, encodeStats } from './encode.ts'
import { type KeyFields, keyListSchema, keyRequestSchema, keySchema, keyStatsSchema, newKeySchema } from './schema.ts'

const params = { key: "The key's id or name." }

/** Who may ask the server, and what each has asked. */
export function keyEndpoints({
  keys,
  keyUsages,
  clock,
  telemetry,
}: Services): readonly [Endpoint<KeyFields>, ...Endpoint[]] {
  const common = { tag: 'Keys', scope: 'admin' } as const
  const shownOnce = ({ key, secret }: NewKey) => ({
    ...json({ ...encodeKey(key, 'store', clock.now()), secret }),
    headers: { 'cache-control': 'no-store' },
  })
  const told = <T extends Pick<NewKey, 'key'>>(what: 'created' | 'rotated' | 'revoked', change: T): T => {
    const message = `The API key ${change.key.name} was ${what}.`
    telemetry.events.add({ level: 'info', type: `key.${what}`, message })
    return change
  }
  return [
    {
      ...common,
      method: 'POST',
      path: '/v1/keys',
      summary: 'Make a key',
      description: 'It is shown this once. From the first key on, the server wants one of everyone (`auth`).',
      body: keyRequestSchema,
      responses: { 200: jsonDoc('The key, with its secret.', newKeySchema) },
      handle: async ({ body }) => shownOnce(told('created', await keys.made.create(decodeKey(body, clock.now())))),
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/keys',
      summary: 'List the keys',
      responses: { 200: jsonDoc('The keys, without their secrets.', keyListSchema) },
      handle: () => json(encodeKeys(keys, clock.now())),
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/keys/stats',
      summary: 'Tell what was asked with each key',
      description: 'Since it was first used; the counters outlive the server.',
      responses: { 200: jsonDoc('The counters.', keyStatsSchema) },
      handle: async () => json(encodeStats(await keyUsages.all(), keys)),
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/keys/:key/rotate',
      params,
      summary: 'Give a key another secret',
      description: 'The old one is void at once.',
      responses: { 200: jsonDoc('The key, with its new secret.', newKeySchema) },
      handle: async (call) => shownOnce(told('rotated', await keys.made.rotate(call.params.key ?? ''))),
    },
    {
      ...common,
      method: 'DELETE',
      path: '/v1/keys/:key',
      params,
      summary: 'Revoke a key',
      description: 'Its counters stay. Revoking the last key does not open the server.',
      responses: { 200: jsonDoc('The key.', keySchema) },
      handle: async (call) => {
        const { key } = told('revoked', { key: await keys.made.revoke(call.params.key ?? '') })
        return json(encodeKey(key, 'store', clock.now()))
      },
    },
  ]
}
