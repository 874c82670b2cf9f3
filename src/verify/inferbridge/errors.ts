import type { Check } from '../check.ts'
import { CHAT } from '../conversation.ts'
import { hasHeader, hasStatus, must, Skip, told } from '../judge.ts'
import { detailSchema, flawsSchema } from './schemas.ts'

export const errorChecks: readonly Check[] = [
  {
    name: 'a model that is not there is a 404 with `detail`',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const messages = [{ role: 'user', content: 'Hello' }]
      const answer = await client.post(CHAT, { model: 'no-such-model', messages })
      const { detail } = told(answer, 404, detailSchema)
      must(detail === "Unknown model 'no-such-model'", 'the words are others')
    },
  },
  {
    name: 'malformed JSON is a 422 with its place',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { detail } = told(await client.post(CHAT, '{"model": x'), 422, flawsSchema)
      must(detail[0]?.type === 'json_invalid', `its type is ${detail[0]?.type}`)
    },
  },
  {
    name: 'no body is a 422',
    profiles: [],
    requires: [],
    run: async ({ client }) => void told(await client.post(CHAT, ''), 422, flawsSchema),
  },
  {
    name: 'an unknown route is a 404 `Not Found`',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { detail } = told(await client.get('/v1/no-such-route'), 404, detailSchema)
      must(detail === 'Not Found', 'the words are others')
    },
  },
  {
    name: 'a wrong method is a 405 `Method Not Allowed`',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { detail } = told(await client.get(CHAT), 405, detailSchema)
      must(detail === 'Method Not Allowed', 'the words are others')
    },
  },
  ...(['GET', 'DELETE', 'PUT'] as const).map(
    (method): Check => ({
      name: `${method} of the route that loads is a 405 that names POST`,
      profiles: [],
      requires: [],
      async run({ client }) {
        const answer = await client.send(method, '/v1/models/load')
        told(answer, 405, detailSchema)
        hasHeader(answer, 'allow', 'POST')
      },
    }),
  ),
  ...['/v1/responses/resp-1', '/v1/models/recovery/no-such-model'].map(
    (path): Check => ({
      name: `GET ${path} is a 404 with \`detail\``,
      profiles: [],
      requires: [],
      run: async ({ client }) => void told(await client.get(path), 404, detailSchema),
    }),
  ),
  {
    name: 'where keys are wanted, none and a wrong one are a 401, and health needs none',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const keyless = client.withKey(null)
      if ((await keyless.get('/v1/models')).status === 200) throw new Skip('this server wants no key')
      for (const stranger of [keyless, client.withKey('no-such-key')]) {
        const { detail } = told(await stranger.get('/v1/models'), 401, detailSchema)
        must(detail === 'Invalid or missing API key', 'the words are others')
      }
      hasStatus(await keyless.get('/health/live'), 200)
    },
  },
  {
    name: 'a safe request id comes back, and on errors too',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const headers = { 'x-request-id': 'my.id_1-2' }
      hasHeader(await client.get('/v1/models', headers), 'x-request-id', 'my.id_1-2')
      hasHeader(await client.get('/v1/no-such-route', headers), 'x-request-id', 'my.id_1-2')
    },
  },
  ...['a:b', 'x'.repeat(129), 'a b'].map(
    (id): Check => ({
      name: `the request id ${id.length > 20 ? 'of 129 characters' : JSON.stringify(id)} is replaced`,
      profiles: [],
      requires: [],
      run: async ({ client }) =>
        hasHeader(await client.get('/v1/models', { 'x-request-id': id }), 'x-request-id', /^req-[0-9a-f]{12}$/),
    }),
  ),
  {
    name: 'a failure is never plain text',
    profiles: [],
    requires: [],
    async run({ client }) {
      const answer = await client.post('/v1/huggingface/preflight', { source_model: 'no repository' })
      hasStatus(answer, 400)
      hasHeader(answer, 'content-type', /^application\/json/)
    },
  },
]
