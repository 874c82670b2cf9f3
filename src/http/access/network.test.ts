import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { converse, listen } from '../../../test/fakes/listening.ts'
import { failsAfter, says } from '../../../test/fakes/scheduler.ts'
import { type FakeServer, type FakeServerOptions, fakeServer } from '../../../test/fakes/server.ts'

const models = [{ id: 'm', reply: says('Hello', ' there') }]
const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

function server(options: Partial<FakeServerOptions> = {}) {
  const fake = fakeServer({ models, ...options })
  const call = (url: string, headers: Record<string, string>, rest: InjectOptions = {}) =>
    fake.app.inject({ url, headers, ...rest })
  const ask = (headers: Record<string, string>, fields: object = {}) =>
    call('/v1/chat/completions', headers, { method: 'POST', payload: { ...body, ...fields } })
  return { ...fake, call, ask }
}

describe('a page that has its own name point here', () => {
  const rebound = { host: 'evil.example:8420' }

  test('reads and does nothing', async () => {
    const { call, ask } = server()
    for (const response of [await call('/v1/models', rebound), await ask(rebound), await call('/docs', rebound)]) {
      expect([response.statusCode, response.json().error.code]).toEqual([403, 'host_refused'])
    }
  })

  test('is like any other where keys are wanted, and where its name is known', async () => {
    const keyed = server({ plainKeys: [{ secret: 's', from: 'test' }] })
    expect((await keyed.call('/v1/models', { ...rebound, authorization: 'Bearer s' })).statusCode).toBe(200)
    expect((await keyed.call('/v1/models', rebound)).statusCode).toBe(401)
    const named = server({ access: { allowedHosts: ['evil.example'] } })
    expect((await named.call('/v1/models', rebound)).statusCode).toBe(200)
  })
})

describe('a page of another site', () => {
  const cross = { origin: 'https://evil.example' }

  test.each(['/v1/chat/completions', '/v1/models/load', '/v1/models/unload', '/v1/keys', '/api/chat', '/api/pull'])(
    'can not have %s done',
    async (url) => {
      const { call } = server()
      for (const headers of [cross, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
        const response = await call(
          url,
          { ...headers, 'content-type': 'application/json' },
          { method: 'POST', payload: '{}' },
        )
        expect([response.statusCode, response.body]).toEqual([403, expect.stringContaining('may not do this here')])
      }
    },
  )

  test('gets no leave to read what it is shown', async () => {
    const { call } = server()
    const response = await call('/v1/models', cross)
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([200, undefined])
    expect(
      (await call('/v1/models', { ...cross, 'access-control-request-method': 'GET' }, { method: 'OPTIONS' }))
        .statusCode,
    ).toBe(405)
  })

  test('this server’s own pages, and programs, are none', async () => {
    const { ask } = server()
    expect((await ask({ host: 'localhost:8420', origin: 'http://localhost:8420' })).statusCode).toBe(200)
    expect((await ask({ origin: 'vscode-webview://abc' })).statusCode).toBe(200)
  })
})

describe('a page of a site that may ask', () => {
  const origin = 'https://app.example'
  const access = { corsOrigins: [origin] }
  const allowed = { vary: 'origin', 'access-control-allow-origin': origin }

  test('is told so before, with the headers that it wants', async () => {
    const { call } = server({ access, plainKeys: [{ secret: 's', from: 'test' }] })
    const response = await call(
      '/v1/chat/completions',
      {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-stainless-os',
      },
      { method: 'OPTIONS' },
    )
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      'access-control-allow-headers': 'authorization,content-type,x-stainless-os',
      'access-control-max-age': '600',
      vary: 'origin, access-control-request-headers',
    })
  })

  test('may read answers, streams and errors, and the id of each', async () => {
    const { ask, call } = server({ access })
    const answers = [
      await ask({ origin }),
      await ask({ origin }, { stream: true }),
      await ask({ origin }, { model: 'unknown' }),
      await call('/nowhere', { origin }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404])
    for (const { headers } of answers) {
      expect(headers).toMatchObject(allowed)
      expect(headers['access-control-expose-headers']).toContain('x-request-id')
    }
  })

  test('may read that it needs a key', async () => {
    const { ask } = server({ access, auth: 'required' })
    const response = await ask({ origin })
    expect([response.statusCode, response.headers]).toEqual([401, expect.objectContaining(allowed)])
  })

  test('may be any site’s, and then caches need not tell them apart', async () => {
    const { ask } = server({ access: { corsOrigins: ['*'] } })
    const response = await ask({ origin: 'https://other.example' })
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([200, '*'])
  })

  test('is not one whose name only begins so', async () => {
    const { ask } = server({ access })
    const response = await ask({ origin: `${origin}.evil.example` })
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([403, undefined])
  })
})

describe('behind a proxy', () => {
  const limited = { rates: { addressRequests: 1 } }

  test('that is trusted, its clients have limits of their own, and the host that they named counts', async () => {
    const { call } = server({ ...limited, access: { trustedProxies: ['loopback'] } })
    const from = async (client: string) =>
      (await call('/v1/models', { 'x-forwarded-for': `9.9.9.9, ${client}` })).statusCode
    expect([await from('1.1.1.1'), await from('2.2.2.2'), await from('1.1.1.1')]).toEqual([200, 200, 429])
    const named = await call('/v1/models', { 'x-forwarded-for': '3.3.3.3', 'x-forwarded-host': 'evil.example' })
    expect(named.json().error.code).toBe('host_refused')
  })

  test('that nobody trusts, its word counts for nothing', async () => {
    const { call } = server(limited)
    const from = async (client: string) => (await call('/v1/models', { 'x-forwarded-for': client })).statusCode
    expect([await from('1.1.1.1'), await from('2.2.2.2')]).toEqual([200, 429])
  })
})

describe('a WebSocket', () => {
  const HANDSHAKE =
    'GET /v1/responses HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

  test.each([
    ['without the key that is wanted', { auth: 'required' } as const, 'host: localhost', '401', 'missing_api_key'],
    ['of a page that has its own name point here', {}, 'host: evil.example', '403', 'host_refused'],
    ['of another site’s page', {}, 'host: x\r\norigin: https://evil.example', '403', 'foreign_origin'],
  ])('%s is refused', async (_, options, headers, status, code) => {
    const { port } = await listen(models, options)
    const answer = await converse(port, `${HANDSHAKE}${headers}\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain(`"code":"${code}"`)
  })
})

describe('over TLS', () => {
  const open: FakeServer[] = []
  afterEach(async () => {
    for (const { app } of open.splice(0)) await app.close()
  })
  const pem = (name: string) => readFileSync(new URL(`../../../test/fixtures/tls/${name}.pem`, import.meta.url))

  test('everything is as without', async () => {
    const fake = fakeServer({
      models: [...models, { id: 'broken', reply: failsAfter({ code: 'engine_crashed', details: {}, param: null }) }],
      tls: { cert: pem('cert'), key: pem('key') },
    })
    open.push(fake)
    await fake.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = fake.app.server.address() as AddressInfo
    const ask = (model: string, stream: boolean) =>
      new Promise<string>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' }
        request(
          { port, method: 'POST', path: '/v1/chat/completions', headers, ca: pem('cert'), servername: 'localhost' },
          (response) => text(response).then(resolve, reject),
        )
          .on('error', reject)
          .end(JSON.stringify({ ...body, model, stream }))
      })
    expect(JSON.parse(await ask('m', false)).choices[0].message.content).toBe('Hello there')
    expect(await ask('m', true)).toMatch(/data: \[DONE\]\n\n$/)
    expect(JSON.parse(await ask('broken', false)).error.code).toBe('engine_crashed')
  })
})
