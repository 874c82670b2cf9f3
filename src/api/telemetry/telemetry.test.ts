import { describe, expect, test } from 'vitest'
import { eventually, listen } from '../../../test/fakes/listening.ts'
import { failsAfter, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const NOW = 1_700_000_000

function server() {
  const crash = { code: 'engine_crashed', details: {}, param: null } as const
  const fake = fakeServer({
    models: [
      { id: 'm', reply: says('Hello', ' there') },
      { id: 'broken', reply: failsAfter(crash), state: 'stopped' },
    ],
  })
  const ask = (model: string) =>
    fake.app.inject({ method: 'POST', url: '/v1/completions', payload: { model, prompt: 'hi' } })
  const read = async (url: string) => (await fake.app.inject(url)).json()
  return { ...fake, ask, read }
}

const news = { reason: null, tookMs: 1500, engine: null, crash: null }

describe('the system status', () => {
  test('has the machine, the models, what was asked and what has happened', async () => {
    const { ask, read, telemetry, clock } = server()
    telemetry.hear({ ...news, model: 'm', what: 'ready' })
    await ask('m')
    await ask('m')
    await ask('broken')
    clock.advance(2500)
    const usage = {
      requests: 2,
      failed: 0,
      cancelled: 0,
      prompt_tokens: 4,
      cached_tokens: 0,
      completion_tokens: 4,
      average_latency_ms: 0,
      average_time_to_first_token_ms: 0,
      tokens_per_second: null,
    }
    const status = await read('/v1/system/status')
    expect(status).toMatchObject({
      generated_at: NOW + 2.5,
      version: '0.0.0-test',
      phase: 'ready',
      uptime_seconds: 2,
      usage: { since: NOW, totals: { requests: 3, failed: 1, prompt_tokens: 4 }, by_model: { m: usage } },
      events: [{ id: 1, type: 'model.ready', model: 'm', message: 'The model m is ready after 1.5 s.' }],
    })
    expect(status.models.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      ['m', 'ready'],
      ['broken', 'stopped'],
    ])
    const { models: _, events: __, sharing, ...rest } = status
    expect(sharing).toBeNull()
    expect(await read('/v1/system/telemetry')).toEqual({ ...rest, process: expect.anything(), cpu: expect.anything() })
  })
})

describe('events', () => {
  test('are read from a cursor on', async () => {
    const { read, telemetry } = server()
    const crash = { how: 'SIGSEGV', lastLine: '/home/me/secret' }
    telemetry.hear({ ...news, model: 'm', what: 'crashed', crash })
    telemetry.hear({ ...news, model: 'm', what: 'failed', reason: 'no file /home/me/secret' })
    telemetry.hear({ ...news, model: 'm', what: 'draining' })
    const event = { timestamp: NOW, level: 'error', model: 'm' }
    const second = { ...event, id: 2, type: 'model.failed', message: 'The model m has failed. The log says why.' }
    const message = 'An engine of the model m ended unexpectedly (SIGSEGV).'
    expect(await read('/v1/events')).toEqual({
      object: 'list',
      data: [{ ...event, id: 1, type: 'model.crashed', message }, second],
      cursor: 0,
      next_cursor: 2,
      latest_cursor: 2,
      has_more: false,
      reset_required: false,
    })
    expect(await read('/v1/events?cursor=1&limit=1')).toMatchObject({ data: [second], cursor: 1, next_cursor: 2 })
    expect((await read('/v1/events?limit=0')).error).toMatchObject({ code: 'invalid_value', param: 'limit' })
  })

  test('are followed as they come', async () => {
    const { port, telemetry } = await listen([{ id: 'm', reply: says('x') }])
    const add = (message: string) => telemetry.events.add({ level: 'info', type: 'test', message })
    add('before')
    const response = await fetch(`http://127.0.0.1:${port}/v1/events?stream=true`)
    let text = ''
    const reading = (async () => {
      for await (const piece of response.body ?? []) text += new TextDecoder().decode(piece)
    })().catch(() => {})
    await eventually(() => text).toContain('"message":"before"')
    add('after')
    await eventually(() => text).toContain('event: test\ndata: {"id":2')
    await response.body?.cancel().catch(() => {})
    void reading
  })

  test('tell of keys, but not what they are', async () => {
    const { app, read, telemetry } = server()
    const made = await app.inject({ method: 'POST', url: '/v1/keys', payload: { name: 'k' } })
    expect(telemetry.events.latest(9).map(({ message }) => message)).toEqual(['The API key k was created.'])
    expect(JSON.stringify(telemetry.events.latest(9))).not.toContain(made.json().secret)
    expect((await read('/v1/events')).error.code).toBe('missing_api_key')
  })
})

describe('metrics', () => {
  test('count requests, tokens and engines, and look at queues when collected', async () => {
    const { ask, app, telemetry } = server()
    await ask('m')
    await ask('broken')
    await ask('unknown')
    telemetry.hear({ ...news, model: 'm', what: 'ready' })
    telemetry.hear({ ...news, model: 'm', what: 'crashed' })
    const response = await app.inject('/metrics')
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = response.body.split('\n')
    for (const line of [
      'trivet_http_requests_total{method="POST",route="/v1/completions",status="200"} 1',
      'trivet_http_requests_total{method="POST",route="/v1/completions",status="500"} 1',
      'trivet_http_requests_total{method="POST",route="/v1/completions",status="404"} 1',
      'trivet_requests_total{model="m",outcome="ok"} 1',
      'trivet_requests_total{model="broken",outcome="failed"} 1',
      'trivet_request_duration_seconds_count{model="m"} 1',
      'trivet_time_to_first_token_seconds_count{model="m"} 1',
      'trivet_inter_token_seconds_count{model="m"} 1',
      'trivet_prompt_tokens_total{model="m"} 2',
      'trivet_completion_tokens_total{model="m"} 2',
      'trivet_model_loads_total{model="m"} 1',
      'trivet_model_load_seconds_sum{model="m"} 1.5',
      'trivet_engine_crashes_total{model="m"} 1',
      'trivet_requests_running{model="m"} 0',
      'trivet_requests_waiting{model="broken"} 0',
    ]) {
      expect(lines).toContain(line)
    }
    expect(response.body).toContain('process_resident_memory_bytes')
  })
})
