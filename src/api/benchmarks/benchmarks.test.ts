import { expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { failsAfter, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const BROKEN = failsAfter({ code: 'engine_error', details: { reason: 'it broke' }, param: null })

function server() {
  const made = fakeServer({
    models: [
      { id: 'm', reply: says('a', 'b', 'c') },
      { id: 'broken', reply: BROKEN },
      { id: 'endless', reply: waits },
    ],
  })
  const run = (payload: object) => made.app.inject({ method: 'POST', url: '/v1/benchmarks/run', payload })
  const ask = async (method: 'GET' | 'DELETE', path = '') =>
    (await made.app.inject({ method, url: `/v1/benchmarks${path}` })).json()
  return { ...made, run, ask }
}

async function* waits(_: unknown, signal: AbortSignal): AsyncGenerator<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

test('answers with what was measured: provenance, medians and spreads, lines for a plot', async () => {
  const { run } = server()
  const answer = await run({ model: 'm', devices: ['auto', 'cpu'], concurrency: [1, 2], max_tokens: 3 })
  const spread = { median: expect.any(Number), min: expect.any(Number), max: expect.any(Number) }
  expect(answer.json()).toMatchObject({
    object: 'benchmark',
    occasion: 'asked',
    version: '0.0.0-test',
    settings: { prompt: null, prompt_tokens: [], concurrency: [1, 2], max_tokens: 3, runs: 3, warm_up: 1 },
    hardware: { fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), cpu: 'A CPU', cores: 2, chips: [] },
    results: [
      {
        model: 'm',
        device: 'auto',
        prompt_tokens: null,
        concurrency: 1,
        success: true,
        error: null,
        measure: {
          completion_tokens: 3,
          ttft_ms: spread,
          prefill_tokens_per_second: spread,
          decode_tokens_per_second: spread,
          together_tokens_per_second: spread,
          inter_token_ms: { p50: expect.any(Number), p95: expect.any(Number) },
          engine: null,
          joules_per_token: null,
        },
        subject: { engine_version: 'fake-1', fingerprint: 'fp_fake', model_hash: null },
      },
      { device: 'auto', concurrency: 2 },
      { device: 'cpu', concurrency: 1 },
      { device: 'cpu', concurrency: 2 },
    ],
    series: [
      { model: 'm', device: 'auto', points: [{ concurrency: 1 }, { concurrency: 2 }] },
      { model: 'm', device: 'cpu', points: [{ concurrency: 1 }, { concurrency: 2 }] },
    ],
    recommendation: { model: 'm', reasons: expect.any(Array) },
  })
})

test('a failure is a result that is kept; runs are listed by page, filtered, read and forgotten', async () => {
  const { run, ask } = server()
  const ids: string[] = []
  for (const models of [['m'], ['broken'], ['m', 'broken']]) {
    ids.unshift((await run({ models, max_tokens: 3, runs: 2 })).json().id)
  }
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  expect(idsOf(await ask('GET'))).toEqual(ids)
  const first = await ask('GET', '?limit=2')
  expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 2), true])
  const rest = await ask('GET', `?limit=2&after=${ids[1]}`)
  expect([idsOf(rest), rest.has_more]).toEqual([ids.slice(2), false])
  expect(await ask('GET', '?after=nothing')).toMatchObject({
    error: { message: '`after` names no benchmark that is kept: nothing.', param: 'after' },
  })
  const failed = await ask('GET', '?success=false')
  expect(failed.data.flatMap(({ results }: { results: object[] }) => results)).toEqual([
    expect.objectContaining({ model: 'broken', success: false, error: expect.stringContaining('it broke') }),
    expect.objectContaining({ model: 'broken' }),
  ])
  expect(idsOf(await ask('GET', '?model=m&device=AUTO&occasion=asked'))).toEqual([ids[0], ids[2]])
  expect(idsOf(await ask('GET', '?hardware=another'))).toEqual([])
  expect(await ask('GET', '/latest')).toMatchObject({ run: { id: ids[0] }, recommendation: { model: 'm' } })
  expect(await ask('GET', `/${ids[1]}`)).toMatchObject({ id: ids[1], recommendation: null, series: [] })
  expect(await ask('DELETE', `/${ids[1]}`)).toEqual({ object: 'benchmark.deleted', deleted: 1 })
  expect(await ask('GET', `/${ids[1]}`)).toMatchObject({ error: { code: 'benchmark_not_found' } })
  expect(await ask('DELETE')).toEqual({ object: 'benchmark.deleted', deleted: 2 })
  expect(await ask('GET', '/latest')).toEqual({ run: null, recommendation: null })
})

test('as a job, its stages tell what is measured; what was measured is its result', async () => {
  const { app, jobs, run } = server()
  const started = await run({ model: 'm', concurrency: [1, 2], max_tokens: 3, wait: false })
  expect([started.statusCode, started.json()]).toMatchObject([202, { kind: 'benchmark', subject: 'm' }])
  const { result } = await jobs.ended(started.json().id, new AbortController().signal)
  expect(result).toMatchObject({ object: 'benchmark', results: [{ concurrency: 1 }, { concurrency: 2 }] })
  const { body } = await app.inject({
    method: 'POST',
    url: '/v1/benchmarks/run',
    payload: { model: 'm', concurrency: [1, 2], max_tokens: 3, stream: true },
  })
  expect([...body.matchAll(/"stage":"([^"]*)"/g)].map(([, stage]) => stage)).toContain('2 of 2: m on auto, 2 at once')
  expect(body).toContain('event: job.stage')
})

test('a client that waits and leaves ends what it asked for', async () => {
  const { app, clock, jobs } = server()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const asked = fetch(`${address}/v1/benchmarks/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'endless' }),
    signal: leaving.signal,
  })
  while (jobs.list()[0]?.state !== 'running') await settled()
  leaving.abort()
  await expect(asked).rejects.toThrow()
  // Whether it is gone, only writing to it tells.
  while (jobs.list()[0]?.state === 'running') {
    clock.advance(1000)
    await settled()
  }
  expect(jobs.list()[0]?.state).toBe('cancelled')
  await app.close()
})

test.each([
  [{}, 400, 'model'],
  [{ model: 'nobody' }, 404, 'model'],
  [{ model: 'm', devices: ['xpu'] }, 400, 'devices'],
  [{ model: 'm', devices: [] }, 400, 'devices'],
  [{ model: 'm', runs: 1 }, 400, 'runs'],
  [{ model: 'm', prompt_tokens: [7] }, 400, 'prompt_tokens'],
  [{ model: 'm', concurrency: 0 }, 400, 'concurrency'],
])('%j is a %i about %s', async (body, status, param) => {
  const answer = await server().run(body)
  expect([answer.statusCode, answer.json().error.param]).toEqual([status, expect.stringContaining(param)])
})

test.each([
  ['/v1/benchmarks?foo=1&limit=2&model=m', 'ignored: foo'],
  ['/v1/models?limit=2&after_id=x', 'ignored: limit, after_id'],
  ['/v1/models/library?query=x&kind=embedding', 'ignored: kind'],
  ['/v1/benchmarks?limit=2', undefined],
])('%s names what of its query is unknown: %s', async (url, warnings) => {
  const answer = await server().app.inject({ url })
  expect([answer.statusCode, answer.headers['x-trivet-warnings']]).toEqual([200, warnings])
})
