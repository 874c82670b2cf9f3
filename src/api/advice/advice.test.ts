import { expect, test } from 'vitest'
import { BARE_MACHINE } from '../../../test/fakes/machine.ts'
import { type Reply, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

/** The same reply, with the engine's own clock, which is what counts of answers that come at once. */
const timed = (reply: Reply): Reply =>
  async function* (task, signal) {
    for await (const event of reply(task, signal)) {
      yield event.type === 'usage' ? { ...event, timings: { promptMs: 10, answerMs: 80 } } : event
    }
  }

function server() {
  // The fake's models are the test driver's.
  const engines = BARE_MACHINE.engines.map((engine) => ({ ...engine, platform: 'scripted' }))
  const { app } = fakeServer({
    machine: { ...BARE_MACHINE, engines },
    models: [
      { id: 'm', reply: timed(says('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i')) },
      { id: 'embedder', reply: says('x'), capabilities: { generate: false } },
    ],
  })
  const ask = async (search = '') => app.inject(`/v1/advice${search}`)
  return { app, ask }
}

test('each model on each device, with numbers, and the best for each profile', async () => {
  const advice = (await server().ask()).json()
  expect(advice).toMatchObject({
    object: 'advice',
    profile: 'balanced',
    hardware: expect.stringMatching(/^[0-9a-f]{16}$/),
    estimates: { measured_models: 0, usual_error: null },
    models: [{ id: 'm', devices: [{ device: 'CPU', kind: 'cpu' }] }, { id: 'embedder' }],
  })
  for (const profile of ['fastest', 'balanced', 'best-quality', 'lowest-memory', 'lowest-power']) {
    expect(advice.profiles[profile]).toMatchObject({ model: 'm', device: 'CPU', reason: expect.stringMatching(/\.$/) })
  }
  const [{ devices }] = advice.models
  expect(devices[0]).toMatchObject({
    fit: { verdict: 'fits', needed_bytes: expect.any(Number), free_bytes: 6_000_000_000 },
    decode: { tokens_per_second: expect.any(Number), source: 'estimated', estimate_error: null },
    recommended: { threads: 2, reasons: [expect.anything(), expect.anything(), expect.anything()] },
    warnings: [expect.objectContaining({ code: 'not-measured', severity: 'info' })],
  })
})

test('what was measured replaces what is estimated', async () => {
  const { app, ask } = server()
  await app.inject({ method: 'POST', url: '/v1/benchmarks/run', payload: { model: 'm', max_tokens: 9 } })
  const { estimates, models } = (await ask('?model=m')).json()
  expect(models).toHaveLength(1)
  expect(models[0].devices[0].decode).toMatchObject({ source: 'measured', estimate_error: expect.any(Number) })
  expect(estimates).toMatchObject({ measured_models: 1, usual_error: expect.any(Number) })
})

test('a profile has other names; what is none is refused, and so is a model that is not here', async () => {
  const { ask } = server()
  expect((await ask('?profile=quality')).json().profile).toBe('best-quality')
  const refused = await ask('?profile=nonsense')
  expect([refused.statusCode, refused.json().error]).toMatchObject([400, { param: 'profile' }])
  expect((await ask('?model=nobody')).statusCode).toBe(404)
})
