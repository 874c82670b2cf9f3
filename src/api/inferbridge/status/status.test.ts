import { expect, test } from 'vitest'
import { settled } from '../../../../test/fakes/clock.ts'
import { KNOWN_TOKEN } from '../../../../test/fakes/puller.ts'
import { says, tokenizes } from '../../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../../test/fakes/server.ts'
import { TrivetError } from '../../../core/errors.ts'

const UI = { 'x-ov-llm-ui': '1' }
const messages = [{ role: 'user', content: 'hi' }]

function server() {
  const failure = new TrivetError('model_load_failed', { model: 'broken', reason: 'cut short' })
  const fake = fakeServer({
    models: [
      { id: 'm', reply: says('Hello', ' there'), other: tokenizes },
      { id: 'broken', reply: says('never'), state: 'stopped' as const, openFailure: failure },
    ],
  })
  const get = (path: string, headers = {}) => fake.app.inject({ url: `/inferbridge${path}`, headers })
  const post = (path: string, payload: object) =>
    fake.app.inject({ method: 'POST', url: `/inferbridge${path}`, payload })
  return { ...fake, get, post }
}

interface Row {
  readonly id: string
}

test('the status has the machine, the counters and a row for each model of the catalogue', async () => {
  const { get, post } = server()
  await post('/v1/chat/completions', { model: 'm', messages })
  const answer = await get('/v1/system/status')
  const status = answer.json()
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(Object.keys(status).sort()).toEqual(
    [
      'schema_version',
      'generated_at',
      'memory',
      'cpu',
      'gpu',
      'device',
      'disk',
      'metrics',
      'model_advisor',
      'cache',
      'models',
      'events',
      'split_status',
    ].sort(),
  )
  expect(status.device).toMatchObject({ mock: false, loaded: { m: 'AUTO' }, busy: false, available: ['CPU'] })
  expect(status.metrics.per_model.m).toEqual({
    requests: 1,
    prompt_tokens: expect.any(Number),
    completion_tokens: 2,
    avg_latency_ms: 0,
  })
  expect(status.models).toMatchObject({ loaded: ['m'], loading_count: 0 })
  expect(status.models.available.find(({ id }: Row) => id === 'm')).toMatchObject({
    is_loaded: true,
    status: 'loaded',
    device: 'AUTO',
    advisor: { compatibility: 'compatible', loaded: true },
  })
  expect(status.metrics.advisor.loaded_profiles.balanced).toMatchObject({ model_id: 'm' })
})

test('polling a load that fails ends in an error with its reason, and a way to recover', async () => {
  const { get, post } = server()
  await post('/v1/models/load', { model: 'broken' })
  await settled()
  const { models } = (await get('/v1/models/status')).json()
  const row = models.available.find(({ id }: Row) => id === 'broken')
  expect(row).toMatchObject({
    status: 'error',
    is_loaded: false,
    is_loading: false,
    error: expect.stringContaining('cut short'),
    progress: { phase: 'error', operation_type: 'load' },
    recovery: { failed_stage: 'load', actions: { retry_failed_stage: true } },
  })
  expect(row.advisor).toBeUndefined()
})

test.each([
  ['/v1/system/telemetry', 200],
  ['/v1/system/telemetry?refresh=true', 200],
  ['/v1/events?cursor=0&limit=10', 200],
  ['/v1/events?limit=101', 422],
  ['/v1/devices', 200],
  ['/v1/keys/stats', 200],
  ['/v1/model-library?profile=best_quality&query=qwen', 200],
  ['/v1/model-library?profile=nonsense', 422],
  ['/v1/model-library/export', 200],
  ['/v1/huggingface/status', 200],
])('%s is a %i', async (path, status) => {
  expect((await server().get(path)).statusCode).toBe(status)
})

test('what was asked is told by key, as a bare list', async () => {
  const { get, post } = server()
  await post('/v1/chat/completions', { model: 'm', messages })
  expect((await get('/v1/keys/stats')).json()).toEqual([
    {
      key_name: 'default (no auth)',
      requests: 1,
      prompt_tokens: expect.any(Number),
      completion_tokens: 2,
      total_latency: 0,
    },
  ])
})

test('a context budget tells what would be left out', async () => {
  const { post } = server()
  const long = { role: 'user', content: 'x'.repeat(600) }
  const said = { role: 'assistant', content: 'y' }
  const conversation = [{ role: 'system', content: 's' }, long, said, long, said, { role: 'user', content: 'now' }]
  const answer = await post('/v1/chat/context-budget', { model: 'm', messages: conversation, max_tokens: 100 })
  expect(answer.json()).toMatchObject({
    model: 'm',
    max_context_tokens: 1000,
    requested_output_tokens: 100,
    safety_tokens: 8,
    message_count: 6,
    will_truncate: true,
    dropped_message_count: 2,
    dropped_messages: [{ index: 1, role: 'user', preview: 'x'.repeat(180) }, expect.anything()],
    system_instructions_retained: true,
    blocked: false,
  })
})

test('a token is tried, kept and never told', async () => {
  const { get, post, app } = server()
  const wrong = await post('/v1/huggingface/token', { token: 'hf_not_known_at_all' })
  expect([wrong.statusCode, wrong.json().detail]).toEqual([
    400,
    {
      code: 'hf_token_invalid',
      message: expect.any(String),
      recoverable: true,
      token_configured: true,
    },
  ])
  const kept = await post('/v1/huggingface/token', { token: KNOWN_TOKEN })
  expect(kept.json()).toMatchObject({ configured: true, status: 'connected', username: 'ada', removable: true })
  expect(kept.body + (await get('/v1/huggingface/status')).body).not.toContain(KNOWN_TOKEN)
  const removed = await app.inject({ method: 'DELETE', url: '/inferbridge/v1/huggingface/token' })
  expect(removed.json()).toMatchObject({ removed: true, status: 'not_configured' })
})

test.each([
  [{ source_model: 'org/open' }, 200, 'hf_access_granted'],
  [{ source_model: 'org/gated' }, 409, 'hf_token_missing'],
  [{ source_model: 'org/nothing' }, 409, 'hf_model_not_found'],
])('whether %j may be fetched is a %i: %s', async (body, status, code) => {
  const answer = await server().post('/v1/huggingface/preflight', body)
  expect(answer.statusCode).toBe(status)
  expect((answer.json().detail ?? answer.json()).code).toBe(code)
})

test.each([
  [{ source_model: 'nonsense' }, 400],
  [{ model_id: 'nobody' }, 404],
  [{}, 422],
])('a pre-check of %j is a %i', async (body, status) => {
  expect((await server().post('/v1/huggingface/preflight', body)).statusCode).toBe(status)
})

test('how to connect is told to pages of this machine alone', async () => {
  const { get } = server()
  expect((await get('/internal/connection-hub')).statusCode).toBe(403)
  expect((await get('/internal/connection-hub', { ...UI, host: 'evil.example' })).statusCode).toBe(403)
  const hub = await get('/internal/connection-hub', { ...UI, host: '127.0.0.1:8000' })
  expect(hub.json()).toMatchObject({
    runtime_state: 'available',
    base_url: 'http://127.0.0.1:8000/v1',
    port: 8000,
    authentication: { required: false },
    usable_model_ids: ['m'],
  })
})

test('nothing to export is a fault of its own', async () => {
  const answer = await server().post('/v1/chat/export', { messages: [] })
  expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'No messages to export' }])
})
