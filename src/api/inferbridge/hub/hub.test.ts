import { describe, expect, test } from 'vitest'
import { listen } from '../../../../test/fakes/listening.ts'
import { failsAfter, hangsAfter, says, tokenizes } from '../../../../test/fakes/scheduler.ts'
import type { FakeServerOptions } from '../../../../test/fakes/server.ts'
import { lanOf } from './lan.ts'

const UI = { 'x-ov-llm-ui': '1' }
const KEY = 'a-key-of-the-settings'

const chat = (id: string, reply = says('Hello', ' there')) => ({ id, reply, other: tokenizes })

/** A server that really listens, and its self-test. */
async function listening(models: FakeServerOptions['models'], options: Partial<FakeServerOptions> = {}) {
  const fake = await listen(models, options)
  const url = `http://127.0.0.1:${fake.port}/inferbridge/internal/connection-hub`
  const tried = async (body: object = {}, headers: Record<string, string> = {}) => {
    const wish = { 'content-type': 'application/json', ...UI, ...headers }
    const answer = await fetch(`${url}/self-test`, { method: 'POST', headers: wish, body: JSON.stringify(body) })
    return { status: answer.status, json: (await answer.json()) as { model_id: string | null; tests: Tried[] } }
  }
  return { ...fake, tried }
}

interface Tried {
  readonly id: string
  readonly status: string
  readonly duration_ms: number | null
  readonly detail: string
}

const outcomes = (tests: readonly Tried[]) => Object.fromEntries(tests.map(({ id, status }) => [id, status]))

const NONE = { non_streaming: 'skipped', streaming: 'skipped', cancellation: 'skipped' }
const ALL = { non_streaming: 'passed', streaming: 'passed', cancellation: 'passed' }

describe('the self-test', () => {
  test('asks the server as its clients do, and all of it passes', async () => {
    const { tried, scheduler } = await listening([chat('m')])
    const { status, json } = await tried()
    expect(json.tests.filter(({ status }) => status !== 'passed')).toEqual([])
    expect([status, json.model_id, outcomes(json.tests)]).toEqual([
      200,
      'm',
      { models: 'passed', ...ALL, authentication: 'passed' },
    ])
    expect(scheduler.tasks.map(({ maxTokens }) => maxTokens)).toEqual([2, 4, 64, 1])
    expect(json.tests.every(({ duration_ms }) => duration_ms !== null)).toBe(true)
  })

  test('where keys are wanted takes the one that it was asked with, and sees a wrong one refused', async () => {
    const { tried } = await listening([chat('m')], { plainKeys: [{ secret: KEY, from: 'test' }] })
    expect((await tried()).status).toBe(401)
    const { json } = await tried({}, { authorization: `Bearer ${KEY}` })
    expect(outcomes(json.tests)).toEqual({ models: 'passed', ...ALL, authentication: 'passed' })
    expect(JSON.stringify(json)).not.toContain(KEY)
  })

  test.each([
    ['none is loaded', [{ ...chat('m'), state: 'stopped' as const }], {}, 'Load one'],
    ['several are, and none is named', [chat('m'), chat('n')], {}, 'Choose one'],
    ['the named one is not', [chat('m')], { model_id: 'n' }, 'n is no chat model'],
  ])('skips what needs a model where %s', async (_, models, body, words) => {
    const { json } = await (await listening(models)).tried(body)
    expect(outcomes(json.tests)).toEqual({ models: 'passed', ...NONE, authentication: 'passed' })
    expect(json.tests[1]?.detail).toContain(words)
  })

  test('of several takes the one that is named', async () => {
    const { json } = await (await listening([chat('m'), chat('n')])).tried({ model_id: 'n' })
    expect([json.model_id, outcomes(json.tests)]).toEqual(['n', { models: 'passed', ...ALL, authentication: 'passed' }])
  })

  test('tells what fails, and goes on', async () => {
    const breaks = failsAfter({ code: 'engine_error', details: { reason: 'no.' }, param: null })
    const { json } = await (await listening([chat('m', breaks)])).tried()
    expect(outcomes(json.tests)).toMatchObject({ models: 'passed', non_streaming: 'failed', authentication: 'passed' })
    expect(json.tests[1]?.detail).toBe('status 500, not 200')
  })

  test('leaves a model alone that is answering, and runs once at a time', async () => {
    const { tried, port } = await listening([chat('m', hangsAfter('a'))])
    const leaving = new AbortController()
    const stream = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: true }),
      signal: leaving.signal,
    })
    await stream.body?.getReader().read()
    const { json } = await tried()
    expect(outcomes(json.tests)).toMatchObject(NONE)
    expect(json.tests[1]?.detail).toContain('is answering')
    leaving.abort()
  })
})

test.each([
  ['127.0.0.1', false, { enabled: false, classification: 'loopback', url: null, security_attention: false }],
  ['0.0.0.0', false, { enabled: true, classification: 'unspecified', url: null, security_attention: true }],
  ['0.0.0.0', true, { enabled: true, classification: 'unspecified', url: null, security_attention: false }],
  [
    '10.0.0.7',
    true,
    { enabled: true, classification: 'lan', url: 'http://10.0.0.7:8000/v1', security_attention: false },
  ],
  ['fd00::7', true, { enabled: true, classification: 'lan', url: 'http://[fd00::7]:8000/v1' }],
])('a server that listens on %s, keys wanted: %s', (host, keysWanted, expected) => {
  expect(lanOf(host, 8000, keysWanted)).toMatchObject({ configured_host: host, ...expected })
})
