import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { says } from '../../../test/fakes/scheduler.ts'
import { type FakeServerOptions, fakeServer } from '../../../test/fakes/server.ts'
import type { Scope } from '../../core/key.ts'
import { credentialIn } from './credential.ts'

test.each<[IncomingHttpHeaders, string | null]>([
  [{ authorization: 'Bearer abc' }, 'abc'],
  [{ authorization: 'bearer  a b' }, 'a b'],
  [{ 'x-api-key': ' abc ' }, 'abc'],
  [{ authorization: 'Bearer one', 'x-api-key': 'two' }, 'one'],
  [{ authorization: 'Basic YTpi', 'x-api-key': 'two' }, 'two'],
  [{ authorization: 'Bearer ' }, null],
  [{ 'x-api-key': '' }, null],
  [{}, null],
])('of the headers %j the key is %j', (headers, key) => {
  expect(credentialIn(headers)).toBe(key)
})

function server(options: Partial<FakeServerOptions> = {}) {
  const fake = fakeServer({ models: [{ id: 'm', reply: says('Hello', ' there') }], ...options })
  const make = (scope: Scope, rest: object = {}) => fake.keys.made.create({ name: scope, scopes: [scope], ...rest })
  const call = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) =>
    fake.app.inject({ method, url, headers, ...(payload && { payload }) })
  const ask = (secret: string | null, model = 'm') =>
    call('POST', '/v1/chat/completions', secret === null ? {} : { authorization: `Bearer ${secret}` }, {
      model,
      messages: [{ role: 'user', content: 'hi' }],
    })
  return { ...fake, make, call, ask }
}

const code = (response: { statusCode: number; json(): { error: { code: string } } }) => [
  response.statusCode,
  response.json().error.code,
]

describe('without any key', () => {
  test('everyone may ask, whatever key they send', async () => {
    const { ask, finished } = server()
    expect((await ask('whatever')).statusCode).toBe(200)
    expect(finished).toMatchObject([{ owner: 'anonymous' }])
  })

  test('nobody may where keys are required', async () => {
    const { ask } = server({ auth: 'required' })
    expect(code(await ask(null))).toEqual([401, 'missing_api_key'])
  })
})

describe('with a key', () => {
  test('it is wanted from the next request on, but for health checks and documentation', async () => {
    const { ask, call, make } = server()
    const { secret } = await make('inference')
    const refused = await ask(null)
    expect(code(refused)).toEqual([401, 'missing_api_key'])
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(code(await ask('tvt-wrong'))).toEqual([401, 'invalid_api_key'])
    expect((await ask(secret)).statusCode).toBe(200)
    expect((await call('GET', '/v1/models', { 'x-api-key': secret })).statusCode).toBe(200)
    for (const url of ['/health', '/health/live', '/docs', '/openapi.json']) {
      expect((await call('GET', url, {})).statusCode).toBe(200)
    }
  })

  test('it is refused in the words of the route', async () => {
    const { call, make } = server()
    await make('inference')
    const told = [call('POST', '/v1/messages', {}, {}), call('POST', '/api/chat', {}, {})]
    expect((await Promise.all(told)).map((response) => response.json())).toEqual([
      { type: 'error', error: { type: 'authentication_error', message: expect.stringContaining('wants a key') } },
      { error: expect.stringContaining('wants a key') },
    ])
  })

  test('revoking the last one does not open the server', async () => {
    const { ask, make, keys } = server()
    const { secret } = await make('inference')
    await keys.made.revoke('inference')
    expect(code(await ask(secret))).toEqual([401, 'invalid_api_key'])
    expect(code(await ask(null))).toEqual([401, 'missing_api_key'])
  })

  test('losing the last one of the settings does not open the server, whether anyone had asked or not', async () => {
    for (const asked of [false, true]) {
      const plainKeys = [{ secret: 'mine', from: 'key_file' }]
      const { ask, forgetPlainKeys } = server({ plainKeys })
      if (asked) expect((await ask('mine')).statusCode).toBe(200)
      forgetPlainKeys()
      expect(code(await ask(null))).toEqual([401, 'missing_api_key'])
      expect(code(await ask('mine'))).toEqual([401, 'invalid_api_key'])
    }
  })

  test('it has its time', async () => {
    const { ask, make, clock } = server()
    const { secret } = await make('inference', { expiresMs: clock.now() + 1000 })
    clock.advance(999)
    expect((await ask(secret)).statusCode).toBe(200)
    clock.advance(1)
    expect(code(await ask(secret))).toEqual([401, 'expired_api_key'])
  })

  test('it may be one of the settings, and may do everything then', async () => {
    const { ask, call } = server({ plainKeys: [{ secret: 'mine', from: 'TRIVET_API_KEY' }] })
    expect(code(await ask(null))).toEqual([401, 'missing_api_key'])
    expect((await ask('mine')).statusCode).toBe(200)
    expect((await call('GET', '/v1/keys', { authorization: 'Bearer mine' })).statusCode).toBe(200)
  })

  test('off means off', async () => {
    const { ask, make } = server({ auth: 'off' })
    await make('inference')
    expect((await ask('tvt-wrong')).statusCode).toBe(200)
  })

  test.each<[Scope, readonly number[]]>([
    ['read', [200, 403, 403, 403]],
    ['inference', [200, 200, 403, 403]],
    ['manage', [200, 403, 200, 403]],
    ['admin', [200, 200, 200, 200]],
  ])('of the scope %s is let in where that is enough', async (scope, statuses) => {
    const { ask, call, make } = server()
    const { secret } = await make(scope)
    const headers = { authorization: `Bearer ${secret}` }
    const answers = await Promise.all([
      call('GET', '/v1/models', headers),
      ask(secret),
      call('POST', '/v1/models/unload', headers, { model: 'm' }),
      call('GET', '/v1/keys', headers),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses)
    const refused = answers.filter(({ statusCode }) => statusCode === 403).map((response) => response.json().error.code)
    expect(refused).toEqual(refused.map(() => 'scope_missing'))
  })

  test('for one model none but that answers', async () => {
    const models = ['m', 'n'].map((id) => ({ id, reply: says('Hello') }))
    const { ask, make, scheduler } = server({ models })
    const { secret } = await make('inference', { models: ['n'] })
    expect((await ask(secret, 'n')).statusCode).toBe(200)
    const refused = await ask(secret, 'm')
    expect([...code(refused), refused.json().error.param]).toEqual([403, 'model_forbidden', 'model'])
    expect(code(await ask(secret, 'unknown'))).toEqual([403, 'model_forbidden'])
    expect(scheduler.tasks).toHaveLength(1)
  })

  test('for some models, only those are listed, wherever models are', async () => {
    const models = ['mine', 'yours'].map((id) => ({ id, reply: says('x') }))
    const { call, make } = server({ models })
    const bound = await make('inference', { models: ['mine'] })
    const free = await make('read')
    const ids = async (secret: string, url: string): Promise<string[]> => {
      const { data = [], models = data } = (await call('GET', url, { 'x-api-key': secret })).json()
      return models.map(({ id, model = id }: { id?: string; model?: string }) => model)
    }
    for (const url of ['/v1/models', '/geniex/v1/models', '/llamapi/v1/models', '/v1/system/status']) {
      expect([url, await ids(bound.secret, url)]).toEqual([url, ['mine']])
      expect([url, await ids(free.secret, url)]).toEqual([url, ['mine', 'yours']])
    }
    expect(await ids(bound.secret, '/api/tags')).toEqual(['mine'])
  })

  test('for some models, nothing is told of another, by any route', async () => {
    const models = ['mine', 'yours'].map((id) => ({ id, reply: says('x') }))
    const { call, ask, make, telemetry } = server({ models })
    const bound = await make('inference', { models: ['mine'] })
    const free = await make('inference', { name: 'free' })
    for (const model of ['mine', 'yours']) {
      telemetry.events.add({ level: 'info', type: 'model.ready', model, message: `${model} is ready.` })
      expect((await ask(free.secret, model)).statusCode).toBe(200)
    }
    const see = (secret: string, method: 'GET' | 'POST', url: string, payload?: object) =>
      call(method, url, { 'x-api-key': secret }, payload)
    for (const model of ['mine', 'yours']) {
      const statuses = async (secret: string) => [
        (await see(secret, 'GET', `/v1/models/${model}`)).statusCode,
        (await see(secret, 'GET', `/geniex/v1/models/${model}`)).statusCode,
        (await see(secret, 'GET', `/llamapi/v1/models/${model}`)).statusCode,
        (await see(secret, 'POST', '/api/show', { model })).statusCode,
      ]
      const status = model === 'mine' ? 200 : 404
      expect([model, await statuses(bound.secret)]).toEqual([model, [status, status, status, status]])
      expect([model, await statuses(free.secret)]).toEqual([model, [200, 200, 200, 200]])
    }
    for (const url of ['/v1/events', '/v1/system/status', '/metrics', '/v1/models/library']) {
      const text = async (secret: string) => (await see(secret, 'GET', url)).body
      expect([url, (await text(bound.secret)).includes('yours')]).toEqual([url, false])
      if (url !== '/v1/models/library') expect([url, (await text(free.secret)).includes('yours')]).toEqual([url, true])
    }
  })

  test('for one model has that chosen where it asks for auto, though another is better', async () => {
    const models = ['m', 'n'].map((id) => ({ id, reply: says('Hello') }))
    const { ask, make } = server({ models })
    const { secret } = await make('inference', { models: ['n'] })
    const answer = await ask(secret, 'auto')
    expect([answer.statusCode, answer.json().model]).toEqual([200, 'n'])
    const other = await make('inference', { name: 'other', models: ['gone'] })
    expect(code(await ask(other.secret, 'auto'))).toEqual([503, 'no_model_ready'])
  })

  test('what was stored with one is hidden from another', async () => {
    const { call, make } = server()
    const bearer = async (scope: Scope) => `Bearer ${(await make(scope)).secret}`
    const [mine, yours] = [await bearer('inference'), await bearer('admin')]
    const stored = await call('POST', '/v1/responses', { authorization: `${mine}` }, { model: 'm', input: 'hi' })
    const { id } = stored.json()
    const read = async (authorization = '') => (await call('GET', `/v1/responses/${id}`, { authorization })).statusCode
    expect([await read(mine), await read(yours)]).toEqual([200, 404])
  })
})

describe('wrong keys', () => {
  test('the eleventh within five minutes is one too many; a right one still works, and makes up for them', async () => {
    const { ask, make, clock } = server()
    const { secret } = await make('inference')
    for (let attempt = 0; attempt < 10; attempt++) expect(code(await ask('x'))).toEqual([401, 'invalid_api_key'])
    clock.advance(100_000)
    const blocked = await ask('x')
    expect([...code(blocked), blocked.headers['retry-after']]).toEqual([429, 'too_many_attempts', '200'])
    expect((await ask(secret)).statusCode).toBe(200)
    expect(code(await ask('x'))).toEqual([401, 'invalid_api_key'])
  })

  test('count for five minutes, wherever the clock is set meanwhile', async () => {
    const { ask, make, clock } = server()
    await make('inference')
    for (let attempt = 0; attempt < 10; attempt++) await ask('x')
    clock.jump(3 * 86_400_000)
    expect(code(await ask('x'))).toEqual([429, 'too_many_attempts'])
    clock.jump(-9 * 86_400_000)
    expect((await ask('x')).headers['retry-after']).toBe('300')
    clock.advance(300_000)
    expect(code(await ask('x'))).toEqual([401, 'invalid_api_key'])
  })

  test('are forgotten after that', async () => {
    const { ask, make, clock } = server()
    await make('inference')
    for (let attempt = 0; attempt < 10; attempt++) await ask('x')
    clock.advance(300_000)
    expect(code(await ask('x'))).toEqual([401, 'invalid_api_key'])
  })

  test('no key at all is no guess', async () => {
    const { ask, make } = server()
    await make('inference')
    for (let attempt = 0; attempt < 12; attempt++) expect(code(await ask(null))).toEqual([401, 'missing_api_key'])
  })
})

describe('limits', () => {
  test('requests with a key, by the minute', async () => {
    const { ask, call, make, clock } = server()
    const { secret } = await make('inference', { limits: { requestsPerMinute: 2 } })
    expect([(await ask(secret)).statusCode, (await ask(secret)).statusCode]).toEqual([200, 200])
    const refused = await ask(secret)
    expect([...code(refused), refused.headers['retry-after']]).toEqual([429, 'rate_limited', '30'])
    expect((await call('GET', '/v1/models', { 'x-api-key': secret })).statusCode).toBe(200)
    clock.advance(30_000)
    expect([(await ask(secret)).statusCode, (await ask(secret)).statusCode]).toEqual([200, 429])
  })

  test('tokens with a key, by the minute: what an answer cost is known afterwards', async () => {
    const { ask, make, clock, finished } = server()
    const { secret } = await make('inference', { limits: { tokensPerMinute: 20 } })
    expect((await ask(secret)).statusCode).toBe(200)
    const [{ promptTokens = 0, completionTokens = 0 } = {}] = finished
    const debt = promptTokens + completionTokens - 20
    expect(debt).toBeGreaterThan(0)
    const refused = await ask(secret)
    const wait = Math.ceil((debt + 1) * 3)
    expect([...code(refused), refused.headers['retry-after']]).toEqual([429, 'rate_limited', `${wait}`])
    clock.advance(wait * 1000)
    const more = await ask(secret)
    expect(code(more)).toEqual([429, 'rate_limited'])
    clock.advance(Number(more.headers['retry-after']) * 1000)
    expect((await ask(secret)).statusCode).toBe(200)
  })

  test('tokens with a key, in all', async () => {
    const { ask, call, make, clock } = server()
    const { secret } = await make('inference', { limits: { tokensInAll: 4 } })
    const headers = { 'x-api-key': secret }
    expect((await call('POST', '/v1/completions', headers, { model: 'm', prompt: 'hi' })).statusCode).toBe(200)
    clock.advance(86_400_000)
    expect(code(await ask(secret))).toEqual([429, 'tokens_exhausted'])
  })

  test('a request that would use more than is left ends there, or is refused when its prompt is more', async () => {
    const { call, make, finished } = server()
    const complete = async (tokensInAll: number) => {
      const { secret } = await make('inference', { name: `${tokensInAll}`, limits: { tokensInAll } })
      return call('POST', '/v1/completions', { 'x-api-key': secret }, { model: 'm', prompt: 'hi' })
    }
    const cut = await complete(3)
    expect(cut.json()).toMatchObject({
      choices: [{ text: 'Hello', finish_reason: 'length' }],
      usage: { prompt_tokens: 2, completion_tokens: 1 },
    })
    expect(finished).toMatchObject([{ promptTokens: 2, completionTokens: 1, outcome: 'ok' }])
    expect(code(await complete(1))).toEqual([429, 'tokens_exhausted'])
    expect((await complete(2)).json()).toMatchObject({ choices: [{ text: '', finish_reason: 'length' }] })
    expect((await complete(5)).json()).toMatchObject({ choices: [{ text: 'Hello there', finish_reason: 'stop' }] })
  })

  test('tokens with a key, in all: requests at the same time use no more together than one after another', async () => {
    const { call, make, finished } = server()
    const { secret } = await make('inference', { limits: { tokensInAll: 11 } })
    const complete = () => call('POST', '/v1/completions', { 'x-api-key': secret }, { model: 'm', prompt: 'hi' })
    const answers = await Promise.all(Array.from({ length: 10 }, complete))
    const spent = finished.reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0)
    expect(spent).toBeLessThanOrEqual(11)
    expect(spent).toBeGreaterThan(8)
    const told = answers.map((answer) => (answer.statusCode === 200 ? 'answered' : answer.json().error.code))
    expect(new Set(told)).toEqual(new Set(['answered', 'tokens_exhausted']))
  })

  test.each([
    ['with a bound count with it', '/v1/completions', { prompt: 'hi', max_tokens: 30 }, 2],
    [
      'without one count as a tenth of the minute',
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: 'hi' }] },
      6,
    ],
  ])('tokens with a key, by the minute: answers %s from their beginning', async (_, url, asked, passing) => {
    let go = () => {}
    const going = new Promise<void>((resolve) => {
      go = resolve
    })
    const say = says('Hello')
    const reply: typeof say = async function* (task, signal) {
      await going
      yield* say(task, signal)
    }
    const { call, make } = server({ models: [{ id: 'm', reply }] })
    const { secret } = await make('inference', { limits: { tokensPerMinute: 80 } })
    const refused: unknown[] = []
    const asking = Array.from({ length: 10 }, async () => {
      const answer = await call('POST', url, { 'x-api-key': secret }, { model: 'm', ...asked })
      if (answer.statusCode !== 200) refused.push([...code(answer), Number(answer.headers['retry-after']) > 0])
    })
    await expect.poll(() => refused.length, { timeout: 100_000, interval: 5 }).toBe(10 - passing)
    expect(refused).toEqual(refused.map(() => [429, 'rate_limited', true]))
    go()
    await Promise.all(asking)
    expect(refused).toHaveLength(10 - passing)
  })

  test('tokens with a key, by the minute: what was not needed is given back', async () => {
    const { call, make } = server()
    const { secret } = await make('inference', { limits: { tokensPerMinute: 80 } })
    const asked = { model: 'm', prompt: 'hi', max_tokens: 60 }
    const complete = async () => (await call('POST', '/v1/completions', { 'x-api-key': secret }, asked)).statusCode
    expect([await complete(), await complete(), await complete()]).toEqual([200, 200, 200])
  })

  test('of the settings, for keys that have none of their own', async () => {
    const { ask, make } = server({ rates: { keyRequests: 1 } })
    const [one, other] = [await make('inference'), await make('admin', { limits: { requestsPerMinute: 2 } })]
    expect([(await ask(one.secret)).statusCode, (await ask(one.secret)).statusCode]).toEqual([200, 429])
    expect([(await ask(other.secret)).statusCode, (await ask(other.secret)).statusCode]).toEqual([200, 200])
  })

  test('requests from an address, whoever it is, but for health checks', async () => {
    const { ask, call } = server({ rates: { addressRequests: 2 } })
    expect([(await ask(null)).statusCode, (await call('GET', '/v1/models', {})).statusCode]).toEqual([200, 200])
    expect(code(await ask(null))).toEqual([429, 'rate_limited'])
    expect((await call('GET', '/health', {})).statusCode).toBe(200)
  })

  test('tokens for an address', async () => {
    const { ask } = server({ rates: { addressTokens: 10 } })
    expect([(await ask(null)).statusCode, (await ask(null)).statusCode]).toEqual([200, 429])
  })

  test.each([
    ['a key’s requests before its tokens', {}, { requestsPerMinute: 1, tokensPerMinute: 4 }, '60'],
    ['a key’s tokens before its requests', {}, { requestsPerMinute: 1, tokensPerMinute: 1 }, '240'],
    ['a key’s tokens before an address’s requests', { addressRequests: 1 }, { tokensPerMinute: 1 }, '240'],
    ['a key’s tokens before an address’s', { addressTokens: 4 }, { tokensPerMinute: 1 }, '240'],
    ['an address’s tokens before all of a key’s', { addressTokens: 1 }, { requestsPerMinute: 1 }, '240'],
    ['an address’s requests before a key’s', { addressRequests: 1 }, { requestsPerMinute: 1 }, '60'],
  ])('of several, the one that takes longest says when to come back: %s', async (_, rates, limits, wait) => {
    const { call, make, clock } = server({ rates })
    const { secret } = await make('inference', { limits })
    const complete = () => call('POST', '/v1/completions', { 'x-api-key': secret }, { model: 'm', prompt: 'hi' })
    expect((await complete()).statusCode).toBe(200)
    const refused = await complete()
    expect([...code(refused), refused.headers['retry-after']]).toEqual([429, 'rate_limited', wait])
    expect(refused.json().error.message).toContain(`Try again in ${wait} s.`)
    clock.advance(Number(wait) * 1000)
    expect((await complete()).statusCode).toBe(200)
  })

  test('whoever is refused by one of them pays nothing to the others', async () => {
    const { call, make, clock } = server({ rates: { addressTokens: 100 } })
    const { secret: small } = await make('inference', { limits: { tokensPerMinute: 10 } })
    const complete = (secret: string, max_tokens: number) =>
      call('POST', '/v1/completions', { 'x-api-key': secret }, { model: 'm', prompt: 'hi', max_tokens })
    expect((await complete(small, 9)).statusCode).toBe(200)
    const { secret: other } = await make('admin')
    for (let i = 0; i < 3; i++) expect(code(await complete(small, 9))).toEqual([429, 'rate_limited'])
    expect((await complete(other, 90)).statusCode).toBe(200)
    clock.advance(24_000)
    expect((await complete(small, 9)).statusCode).toBe(200)
  })

  test('tokens that are used up are told before what a minute allows: there is nothing to wait for', async () => {
    const { call, make } = server({ rates: { addressRequests: 1, addressTokens: 1 } })
    const { secret } = await make('inference', { limits: { tokensInAll: 4 } })
    const complete = () => call('POST', '/v1/completions', { 'x-api-key': secret }, { model: 'm', prompt: 'hi' })
    expect((await complete()).statusCode).toBe(200)
    expect(code(await complete())).toEqual([429, 'tokens_exhausted'])
  })

  test('a wrong key from an address with too many requests is told no more than that', async () => {
    const { ask, make } = server({ rates: { addressRequests: 1 } })
    const { secret } = await make('inference')
    expect((await ask(secret)).statusCode).toBe(200)
    expect([code(await ask('wrong')), code(await ask(null))]).toEqual([
      [429, 'rate_limited'],
      [429, 'rate_limited'],
    ])
  })
})
