import type { InjectOptions } from 'fastify'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { type FakeModel, failsAfter, says } from '../../test/fakes/scheduler.ts'
import { fakeServer } from '../../test/fakes/server.ts'
import type { ServerPhase } from '../api/services.ts'
import { TrivetError } from '../core/errors.ts'

type Method = 'GET' | 'POST' | 'DELETE' | 'OPTIONS'

const ID = 'org/My-Model-GGUF:Q4_K_M'
const model: FakeModel = { id: ID, reply: says('Hello', ' there') }
const chat = { model: ID, messages: [{ role: 'user', content: 'hi' }] }

function post(payload: InjectOptions['payload'], headers: Record<string, string> = {}): InjectOptions {
  const json = { 'content-type': 'application/json' }
  return { method: 'POST', url: '/v1/chat/completions', headers: { ...json, ...headers }, payload: payload ?? '' }
}

describe('request bodies', () => {
  const { app } = fakeServer({ models: [model] })
  const body = JSON.stringify(chat)

  test.each<[string, InjectOptions]>([
    ['a byte order mark', post(`\uFEFF${body}`)],
    ['a blank content type', post(body, { 'content-type': ' ' })],
    ['a charset', post(body, { 'content-type': 'application/json; charset=utf-8' })],
    ['a lone surrogate', post(body.replace('hi', '\\ud83d'))],
    ['a key __proto__', post(body.replace('{', '{"__proto__":{"model":"x"},'))],
    ['duplicate keys', post(body.replace('{', '{"model":"first",'))],
  ])('%s is fine', async (_, request) => {
    expect((await app.inject(request)).statusCode).toBe(200)
  })

  test.each<[string, number, string, InjectOptions]>([
    ['bad JSON', 400, 'invalid_json', post('{"model":"m",x}')],
    ['an empty body', 400, 'invalid_json', post('')],
    ['a list', 400, 'invalid_value', post('[]')],
    ['a string', 400, 'invalid_value', post('"x"')],
    ['null', 400, 'invalid_value', post('null')],
    ['invalid UTF-8', 400, 'invalid_json', post(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['lists without end inside each other', 400, 'invalid_json', post('['.repeat(30_000) + ']'.repeat(30_000))],
    ['objects without end, unclosed, in an unknown field', 400, 'invalid_json', post(`{"x":${'{"a":'.repeat(12_000)}`)],
    ['plain text', 415, 'unsupported_media_type', post(body, { 'content-type': 'text/plain' })],
    [
      'another charset',
      415,
      'unsupported_media_type',
      post(body, { 'content-type': 'application/json;charset=utf-16' }),
    ],
    ['too much', 413, 'body_too_large', post(JSON.stringify({ ...chat, x: 'x'.repeat(70_000) }))],
  ])('%s is %d %s', async (_, status, code, request) => {
    const response = await app.inject(request)
    expect([response.statusCode, response.json().error.code]).toEqual([status, code])
    expect(Object.keys(response.json())).toEqual(['error'])
    expect(Object.keys(response.json().error)).toEqual(['message', 'type', 'param', 'code'])
  })

  test('too much says how much is allowed', async () => {
    const { error } = (await app.inject(post('x'.repeat(70_000)))).json()
    expect(error.message).toBe('The request body is larger than the limit of 65536 bytes.')
  })
})

describe('paths and methods', () => {
  const { app } = fakeServer({ models: [model] })

  test.each<[Method, string, number, string]>([
    ['GET', '/nope', 404, 'not_found'],
    ['POST', '/nope', 404, 'not_found'],
    ['GET', '/v1/models/nope', 404, 'model_not_found'],
    ['GET', '/v1/models/..%2f..', 404, 'model_not_found'],
    ['GET', '/v1/models/%zz', 400, 'invalid_value'],
    ['GET', '/%zz', 400, 'invalid_value'],
  ])('%s %s is %d %s', async (method, url, status, code) => {
    const response = await app.inject({ method, url, ...(method === 'POST' && { payload: '{' }) })
    expect([response.statusCode, response.json().error.code]).toEqual([status, code])
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['x-request-id']).toMatch(/^req_\d+$/)
  })

  test.each<[Method, string, string]>([
    ['GET', '/v1/chat/completions', 'POST'],
    ['POST', '/v1/models/org/x', 'DELETE, GET, HEAD'],
    ['OPTIONS', '/health', 'GET, HEAD'],
  ])('%s %s is 405, allowed is %s', async (method, url, allow) => {
    const response = await app.inject({ method, url })
    expect([response.statusCode, response.headers.allow, response.json().error.code]).toEqual([
      405,
      allow,
      'method_not_allowed',
    ])
  })

  test('HEAD answers where GET does', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/v1/models' })
    expect([response.statusCode, response.body]).toEqual([200, ''])
  })
})

describe('models', () => {
  const failed: FakeModel = { id: 'broken', state: 'failed', reply: says() }
  const plain: FakeModel = { id: 'plain', chatTemplate: null, reply: says() }
  const { app } = fakeServer({ models: [model, failed, plain] })

  test('the list says what is known of each', async () => {
    const { object, data } = (await app.inject('/v1/models')).json()
    expect([object, data.length]).toEqual(['list', 3])
    expect(data[0]).toMatchObject({
      id: ID,
      object: 'model',
      created: 1_700_000_000,
      owned_by: 'local',
      state: 'ready',
      reason: null,
      running: 0,
      waiting: 0,
      description: 'fake 1M',
      context_length: 1000,
      trained_context_length: 4000,
      parameters: 1_000_000,
      size_bytes: 2_000_000,
      vocabulary_size: 32,
      chat_template: 'model',
    })
    expect(data[1]).toMatchObject({ id: 'broken', state: 'failed', reason: 'it would not load', context_length: null })
    expect(data[2]).toMatchObject({ chat_template: 'chatml' })
  })

  test.each([ID, 'org%2FMy-Model-GGUF%3AQ4_K_M', 'org%2fMy-Model-GGUF:Q4_K_M'])(
    '%s is the one in the list',
    async (id) => {
      const list = (await app.inject('/v1/models')).json()
      const response = await app.inject(`/v1/models/${id}?x=1`)
      expect([response.statusCode, response.json()]).toEqual([200, list.data[0]])
    },
  )
})

describe('health', () => {
  test.each<[ServerPhase, number]>([
    ['starting', 503],
    ['ready', 200],
    ['draining', 503],
  ])('%s: ready is %d, live and health are 200', async (phase, status) => {
    const { app } = fakeServer({ models: [model], phase: () => phase })
    const ready = await app.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([status, { status: phase }])
    expect((await app.inject('/health/live')).json()).toEqual({ status: 'live' })
    const health = await app.inject('/health')
    expect([health.statusCode, health.json()]).toEqual([
      200,
      { status: 'ok', phase, version: '0.0.0-test', models: { configured: 1, ready: 1, failed: 0 } },
    ])
  })

  test('a model that failed makes it degraded', async () => {
    const { app } = fakeServer({ models: [model, { id: 'broken', state: 'failed', reply: says() }] })
    const { status, models } = (await app.inject('/health')).json()
    expect([status, models]).toEqual(['degraded', { configured: 2, ready: 1, failed: 1 }])
  })

  test('so does a server that is away through which keys and limits are shared, but requests may still be sent', async () => {
    const status = { url: 'redis://valkey', trouble: 'it is gone', lasting: false, sinceMs: 5000 }
    const { app } = fakeServer({ models: [], sharing: { status } })
    expect((await app.inject('/health')).json().status).toBe('degraded')
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
    const sharing = { url: 'redis://valkey', state: 'away', since: 5, reason: 'it is gone' }
    expect((await app.inject('/v1/system/status')).json().sharing).toEqual(sharing)
  })
})

describe('request ids', () => {
  const { app } = fakeServer({ models: [model] })

  test('a safe one is kept', async () => {
    const response = await app.inject({ url: '/health', headers: { 'x-request-id': 'my.id:1-2_3' } })
    expect(response.headers['x-request-id']).toBe('my.id:1-2_3')
  })

  test.each(['a b', 'x'.repeat(129), '<script>', ''])('%j is replaced', async (id) => {
    const response = await app.inject({ url: '/health', headers: { 'x-request-id': id } })
    expect(response.headers['x-request-id']).toMatch(/^req_\d+$/)
  })
})

describe('failures of the server', () => {
  test('what nobody foresaw is a 500 without a word of the cause, which the log has under the request id', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const broken: FakeModel = {
      id: ID,
      reply: () => {
        throw new TypeError('secret detail')
      },
    }
    const { app } = fakeServer({ models: [broken], logger })
    const response = await app.inject(post(chat, { 'x-request-id': 'find-me' }))
    expect(response.statusCode).toBe(500)
    expect(response.json().error).toEqual({
      message: 'Trivet failed on this request. The server log has the details under the request id.',
      type: 'server_error',
      param: null,
      code: 'internal_error',
    })
    expect(lines.length).toBe(1)
    const line = JSON.parse(lines[0] ?? '')
    expect([line.requestId, line.err.message]).toEqual(['find-me', 'secret detail'])
    expect(line.err.stack).toContain('TypeError: secret detail')
  })

  test('a crashed engine is a 500 with how it ended', async () => {
    const details = { model: ID, how: 'SIGSEGV', lastLine: 'ggml_abort' }
    const { app } = fakeServer({
      models: [{ id: ID, reply: failsAfter({ code: 'engine_crashed', details, param: null }) }],
    })
    const response = await app.inject(post({ ...chat, stream: true }))
    expect([response.statusCode, response.json().error.code]).toEqual([500, 'engine_crashed'])
    expect(response.json().error.message).toContain('ended unexpectedly (SIGSEGV). Its last words: ggml_abort')
  })

  test('a full queue says when to come back, before any event', async () => {
    const details = { model: ID, capacity: 2, retryAfter: 3 }
    const { app } = fakeServer({
      models: [{ id: ID, reply: failsAfter({ code: 'queue_full', details, param: null }) }],
    })
    const response = await app.inject(post({ ...chat, stream: true }))
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '3'])
    expect(response.json().error.type).toBe('rate_limit_error')
  })

  test('a model that can not be opened says why', async () => {
    const openFailure = new TrivetError('model_load_failed', {
      model: ID,
      reason: 'tensor data is not within the file bounds',
    })
    const { app } = fakeServer({ models: [{ ...model, openFailure }] })
    const response = await app.inject(post(chat))
    expect([response.statusCode, response.json().error.code]).toEqual([500, 'model_load_failed'])
    expect(response.json().error.message).toContain('tensor data is not within the file bounds')
  })
})

describe('the description', () => {
  const { app } = fakeServer({ models: [model] })

  test('OpenAPI 3.1 of every route, with no schema dangling or unused', async () => {
    const document = (await app.inject('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/v1/chat/completions', '/v1/models/{model}', '/health', '/docs', '/openapi.json']),
    )
    const named = new Set(
      [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]),
    )
    expect([...named].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
    const { temperature } = document.components.schemas.ChatCompletionRequest.properties
    expect(temperature.anyOf[0]).toEqual({ type: 'number', minimum: 0, maximum: 2 })
  })

  test('the page is whole by itself, and its policy lets nothing else in', async () => {
    const response = await app.inject('/docs')
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
    expect(response.body).not.toMatch(/<script|src=|<link|url\(|https?:/)
    const targets = [...response.body.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    const ids = new Set([...response.body.matchAll(/id="([^"]+)"/g)].map((match) => match[1]))
    expect(targets.filter((target) => !ids.has(target))).toEqual([])
    expect(response.body).toContain('context_length_exceeded')
    expect(response.body).toContain('max_completion_tokens')
  })

  test('the root leads there', async () => {
    const response = await app.inject('/')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/docs'])
  })
})

test('a request that takes no body may announce one and send none', async () => {
  const { app } = fakeServer({ models: [] })
  const headers = { 'content-type': 'application/json' }
  const { statusCode, body } = await app.inject({
    method: 'DELETE',
    url: '/v1/responses/resp-none',
    headers,
    payload: '',
  })
  expect([statusCode, JSON.parse(body).error.code]).toEqual([404, 'response_not_found'])
  const chat = await app.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload: '' })
  expect([chat.statusCode, JSON.parse(chat.body).error.code]).toEqual([400, 'invalid_json'])
  await app.close()
})
