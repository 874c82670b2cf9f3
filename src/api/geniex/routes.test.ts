import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const ids = ['org/Small-GGUF:Q4_0', 'org/Small-GGUF:Q8_0', 'bare']
const models = ids.map((id) => ({ id, reply: says('Hello', ' there') }))

describe.each([
  ['below its name', { models }, '/geniex'],
  ['at the root', { models, contract: 'geniex' }, ''],
] as const)('%s', (_, options, prefix) => {
  const { app, scheduler } = fakeServer(options)
  const get = (path: string) => app.inject(prefix + path)
  const post = (path: string, payload: object) => app.inject({ method: 'POST', url: prefix + path, payload })

  test('the way to the documentation stays in the product', async () => {
    const root = await get(prefix === '' ? '/' : '')
    expect([root.statusCode, root.headers.location]).toEqual([302, `${prefix}/docs/ui/`])
    const page = await get('/docs/ui/')
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).toContain('<a href="../swagger.yaml">OpenAPI</a>')
  })

  test('/v1/ says that it runs', async () => {
    const { statusCode, headers, body } = await get('/v1/')
    expect([statusCode, headers['content-type'], body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'GenieX-CLI is running',
    ])
  })

  test('the document has its routes, and everything that it refers to', async () => {
    const { headers, body } = await get('/docs/swagger.yaml')
    expect(headers['content-type']).toMatch(/^application\/x-yaml/)
    const document = parse(body)
    expect(document.openapi).toBe('3.0.3')
    expect(Object.entries(document.paths).map(([path, item]) => [path, ...Object.keys(item as object)])).toEqual([
      ['/v1/chat/completions', 'post'],
      ['/v1/completions', 'post'],
      ['/v1/logits', 'post'],
      ['/v1/models', 'get'],
      ['/v1/models/{model}', 'get'],
    ])
    const named = [...body.matchAll(/\$ref: ['"]?#\/components\/schemas\/([^'"\s]+)/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(named))
    expect(body.match(/\$ref/g)?.length).toBe(named.length)
  })

  test('each precision is a model, and belongs to its organization', async () => {
    const { data } = (await get('/v1/models')).json()
    expect(data.map((model: { id: string; owned_by: string }) => [model.id, model.owned_by])).toEqual([
      ['org/Small-GGUF:Q4_0', 'org'],
      ['org/Small-GGUF:Q8_0', 'org'],
      ['bare', 'local'],
    ])
    expect(data[0]).toEqual({ id: data[0].id, object: 'model', created: expect.any(Number), owned_by: 'org' })
  })

  test.each(['org/Small-GGUF:Q8_0', 'org%2FSmall-GGUF%3AQ8_0'])('one is described at %s', async (path) => {
    const { statusCode, body } = await get(`/v1/models/${path}`)
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      { id: 'org/Small-GGUF:Q8_0', object: 'model', created: expect.any(Number), owned_by: 'org', permission: [] },
    ])
  })

  test('one that is not there is a 404', async () => {
    const { statusCode, body } = await get('/v1/models/no/such')
    expect([statusCode, JSON.parse(body)]).toEqual([404, { error: expect.any(String), code: -100004 }])
  })

  test('texts go on as GenieX has them go on', async () => {
    scheduler.tasks.length = 0
    const { statusCode, body } = await post('/v1/completions', { model: 'bare', prompt: 'Once' })
    expect([statusCode, JSON.parse(body).choices[0].text]).toEqual([200, 'Hello there'])
    expect(scheduler.tasks[0]).toMatchObject({ maxTokens: 16, sampling: { temperature: 0.8, topK: 40, topP: 0.95 } })
    const streamed = await post('/v1/completions', { model: 'bare', prompt: 'Once', stream: true })
    expect(streamed.body).toMatch(/data: \[DONE\]\n\n$/)
  })

  test.each([
    ['/v1/completions', { prompt: '' }, 'prompt'],
    ['/v1/completions', {}, 'prompt'],
    ['/v1/completions', { prompt: 'x', temperature: 3 }, 'temperature'],
    ['/v1/logits', { input_ids: [] }, 'input_ids'],
    ['/v1/logits', {}, 'input_ids'],
    ['/v1/logits', { input_ids: [1], top_n: -1 }, 'top_n'],
    ['/v1/logits', { input_ids: [-1] }, 'input_ids'],
  ])('%s with %j is a 400 about %s', async (path, fields, field) => {
    const { statusCode, body } = await post(path, { model: 'bare', ...fields })
    expect([statusCode, JSON.parse(body)]).toEqual([400, { error: expect.stringContaining(field), code: -100001 }])
  })

  test.each(['/v1/completions', '/v1/logits'])('%s knows a precision that is not there', async (path) => {
    const { statusCode, body } = await post(path, { model: 'bare:Q4_0', prompt: 'x', input_ids: [1] })
    expect([statusCode, JSON.parse(body).code]).toEqual([400, -100001])
  })

  test('a body is JSON, whatever it is called, as long as no page sends it', async () => {
    const url = `${prefix}/v1/chat/completions`
    const payload = JSON.stringify({ model: 'bare', messages: [{ role: 'user', content: 'hi' }] })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = (headers: object) => app.inject({ method: 'POST', url, payload, headers: { ...form, ...headers } })
    expect((await sent({})).statusCode).toBe(200)
    expect((await sent({ origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(400)
  })

  test('headers of its clients are accepted', async () => {
    const headers = { authorization: 'Bearer anything', 'geniex-keepcache': 'true' }
    const payload = { model: 'bare', messages: [{ role: 'user', content: 'hi' }] }
    const answer = await app.inject({ method: 'POST', url: `${prefix}/v1/chat/completions`, payload, headers })
    expect([answer.statusCode, answer.headers['x-trivet-warnings']]).toEqual([200, undefined])
  })
})
