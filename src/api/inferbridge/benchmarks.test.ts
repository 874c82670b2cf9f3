import { expect, test } from 'vitest'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

function server() {
  const { app } = fakeServer({ models: [{ id: 'm', reply: says('a', 'b', 'c') }] })
  const run = (payload: object) => app.inject({ method: 'POST', url: '/inferbridge/v1/benchmarks/run', payload })
  const ask = async (method: 'GET' | 'DELETE', path = '') =>
    (await app.inject({ method, url: `/inferbridge/v1/benchmarks${path}` })).json()
  return { run, ask }
}

test('a run has a row for each model and device, is kept, and can be forgotten', async () => {
  const { run, ask } = server()
  const answer = await run({ model: 'm', models: ['m'], devices: ['auto', 'cpu'], max_tokens: 3, runs: 2 })
  expect(answer.json()).toMatchObject({
    run_id: expect.stringMatching(/^bench-\d{8}-\d{6}-/),
    max_tokens: 3,
    runs_per_combo: 2,
    mock: false,
    results: [
      {
        model_id: 'm',
        requested_device: 'AUTO',
        actual_device: null,
        success: true,
        error: null,
        completion_tokens: 3,
      },
      { model_id: 'm', requested_device: 'CPU', actual_device: 'CPU', success: true, runs: 2 },
    ],
    recommendation: { model_id: 'm', rationale: [expect.anything(), expect.anything(), expect.anything()] },
  })
  const { run_id } = answer.json()
  expect(await ask('GET')).toMatchObject({ object: 'list', data: [{ run_id }] })
  expect(await ask('GET', '/latest')).toMatchObject({ run: { run_id }, recommendation: { model_id: 'm' } })
  expect(await ask('DELETE')).toEqual({ status: 'cleared', deleted_runs: 1 })
  expect(await ask('GET', '/latest')).toEqual({ run: null, recommendation: null })
})

test.each([
  [{}, 400],
  [{ model: 'm', devices: [] }, 400],
  [{ model: 'nobody', devices: [] }, 400],
  [{ model: 'm', devices: ['XPU'] }, 400],
  [{ model: 'nobody' }, 404],
  [{ model: 'm', runs: 11 }, 422],
  [{ model: 'm', max_tokens: 5000 }, 422],
])('%j is a %i', async (body, status) => {
  expect((await server().run(body)).statusCode).toBe(status)
})
