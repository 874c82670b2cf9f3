import { describe, expect, test } from 'vitest'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const NOW = 1_700_000_000

function server() {
  const fake = fakeServer({ models: [{ id: 'm', reply: says('Hello', ' there') }], auth: 'off' })
  const call = (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
    fake.app.inject({ method, url: `/v1/keys${path}`, ...(payload && { payload }) })
  return { ...fake, call }
}

describe('keys over the API', () => {
  test('are made, shown once, listed, rotated and revoked', async () => {
    const { call, keys } = server()
    const made = await call('POST', '', { name: 'laptop', max_tokens: 100, expires_at: NOW + 60 })
    const { secret, ...key } = made.json()
    expect(made.headers['cache-control']).toBe('no-store')
    expect(key).toEqual({
      id: 'key_2',
      object: 'key',
      name: 'laptop',
      hint: expect.stringMatching(/^tvt-.\.\.\.[0-9a-f]{8}$/),
      source: 'store',
      state: 'active',
      scopes: ['inference'],
      models: null,
      requests_per_minute: null,
      tokens_per_minute: null,
      max_tokens: 100,
      created_at: NOW,
      expires_at: NOW + 60,
      revoked_at: null,
    })
    expect(keys.find(secret)?.name).toBe('laptop')
    expect((await call('GET')).json()).toEqual({ object: 'list', data: [key] })
    const rotated = (await call('POST', '/laptop/rotate')).json()
    expect([rotated.id, keys.find(secret), keys.find(rotated.secret)?.id]).toEqual(['key_2', null, 'key_2'])
    expect((await call('DELETE', '/key_2')).json()).toMatchObject({ state: 'revoked', revoked_at: NOW })
    expect((await call('DELETE', '/key_2')).json().error.code).toBe('key_not_found')
  })

  test.each([
    ['models that its scopes don’t keep to', { models: ['m'], scopes: ['manage'] }, 'models'],
    ['an end in the past', { expires_at: NOW }, 'expires_at'],
    ['a scope that there isn’t', { scopes: ['all'] }, 'scopes.0'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a name of nothing', { name: ' ' }, 'name'],
    ['a name with an escape', { name: 'x\u001b[31m' }, 'name'],
  ])('with %s are refused', async (_, fields, param) => {
    const { call } = server()
    const { error } = (await call('POST', '', { name: 'k', ...fields })).json()
    expect([error.code, error.param]).toEqual(['invalid_value', param])
  })

  test('that are called the same are refused', async () => {
    const { call } = server()
    await call('POST', '', { name: 'k' })
    expect((await call('POST', '', { name: 'k' })).json().error).toMatchObject({ code: 'key_exists', param: 'name' })
  })

  test('have counters, which tell no secret', async () => {
    const { app, call, clock } = server()
    const { secret, id } = (await call('POST', '', { name: 'k' })).json()
    const ask = (key: string, model: string) =>
      app.inject({
        method: 'POST',
        url: '/v1/completions',
        headers: { 'x-api-key': key },
        payload: { model, prompt: 'hi' },
      })
    await ask(secret, 'm')
    clock.advance(5000)
    await ask(secret, 'm')
    await ask('none', 'm')
    await ask(secret, 'unknown')
    const counted = { requests: 2, failed: 0, prompt_tokens: 4, completion_tokens: 4 }
    const times = { total_latency_ms: 0, average_latency_ms: 0, last_used_at: NOW + 5 }
    const stats = await call('GET', '/stats')
    expect(stats.json()).toEqual({
      object: 'list',
      data: [
        { id: 'anonymous', name: null, ...times, requests: 1, failed: 0, prompt_tokens: 2, completion_tokens: 2 },
        { id, name: 'k', ...counted, ...times },
      ],
    })
    expect(stats.body).not.toContain(secret)
  })
})
