import type { Check } from '../check.ts'
import { hasHeader, hasStatus, must, Skip } from '../judge.ts'
import { preflight } from '../preflight.ts'

export const routingChecks: readonly Check[] = [
  {
    name: '/ leads to the documentation',
    profiles: [],
    requires: [],
    async run({ client }) {
      const answer = await client.get('/')
      hasStatus(answer, 302)
      hasHeader(answer, 'location', /\/docs\/ui\/$/)
    },
  },
  {
    name: '/docs/ui/ is a page',
    profiles: [],
    requires: [],
    async run({ client }) {
      const answer = await client.get('/docs/ui/')
      hasStatus(answer, 200)
      hasHeader(answer, 'content-type', /^text\/html/)
    },
  },
  {
    name: '/docs/swagger.yaml is the API as YAML',
    profiles: [],
    requires: [],
    async run({ client }) {
      const answer = await client.get('/docs/swagger.yaml')
      hasStatus(answer, 200)
      hasHeader(answer, 'content-type', /yaml/)
      must(/^openapi: ["']?3\./m.test(answer.text), 'it is no OpenAPI 3 document')
      for (const path of ['/v1/chat/completions:', '/v1/logits:', '/v1/models:', '/v1/models/{model}:'])
        must(answer.text.includes(path), `it does not have ${path}`)
    },
  },
  {
    name: '/v1/ says as text that the server runs',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const answer = await client.get('/v1/')
      hasStatus(answer, 200)
      hasHeader(answer, 'content-type', /^text\/plain/)
      must(answer.text === 'GenieX-CLI is running', 'it says something else')
    },
  },
  {
    name: 'a path that nothing is at is a 404',
    profiles: ['core'],
    requires: [],
    run: async ({ client }) => hasStatus(await client.get('/v1/nothing/here'), 404),
  },
  {
    name: 'the page of another site may ask, if any may',
    profiles: ['openwebui'],
    requires: [],
    async run({ client }) {
      const asked = await preflight(client, 'authorization, content-type, geniex-keepcache')
      hasStatus(asked, 204)
      hasHeader(asked, 'access-control-allow-origin', /./)
      hasHeader(asked, 'access-control-allow-methods', /POST/)
      hasHeader(asked, 'access-control-allow-headers', /geniex-keepcache/i)
      hasHeader(asked, 'access-control-max-age', /^\d+$/)
    },
  },
  {
    name: 'any OPTIONS is a 204 that tells what may be sent, at any path',
    profiles: [],
    requires: [],
    async run({ client }) {
      for (const path of ['/v1/chat/completions', '/v1/models', '/v1/nothing/here']) {
        const answer = await client.send('OPTIONS', path)
        hasStatus(answer, 204)
        hasHeader(answer, 'access-control-allow-methods', /GET.*POST|POST.*GET/)
        hasHeader(answer, 'access-control-allow-headers', /authorization.*content-type.*geniex-keepcache/i)
      }
    },
  },
  {
    name: 'any key will do',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const answer = await client.withKey('anything').get('/v1/models')
      if (answer.status === 401) throw new Skip('this server wants keys')
      hasStatus(answer, 200)
    },
  },
]
