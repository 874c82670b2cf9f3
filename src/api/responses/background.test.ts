import { describe, expect, test } from 'vitest'
import { ManualClock, settled } from '../../../test/fakes/clock.ts'
import { type FakeModel, hangsAfter, type Reply, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import { IN_MEMORY, openDatabase } from '../../store/open.ts'
import { createResponseStore } from '../../store/responses.ts'

const M = 'fake-model'

/** Says one word, then another when it is let. */
function halting(): { reply: Reply; goOn: () => void } {
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const reply: Reply = async function* (task) {
    const promptTokens = task.prompt.length
    yield { type: 'prompt-progress', done: promptTokens, total: promptTokens, cached: 0 }
    yield { type: 'text-delta', text: 'one', tokens: 1 }
    await gate
    yield { type: 'text-delta', text: ' two', tokens: 1 }
    yield { type: 'usage', promptTokens, completionTokens: 2, cachedTokens: 0 }
    yield { type: 'finish', reason: 'stop' }
  }
  return { reply, goOn }
}

function store() {
  const bounds = { count: 10, ageMs: 1_000_000, bytes: 1_000_000 }
  return createResponseStore(openDatabase(IN_MEMORY), bounds, new ManualClock())
}

function server(model: FakeModel, responses = store(), serverClock?: Clock) {
  const { app, scheduler } = fakeServer({ models: [model], responses, ...(serverClock && { serverClock }) })
  const post = (path: string, body?: object) =>
    app.inject({ method: 'POST', url: `/v1/responses${path}`, ...(body && { payload: { model: M, ...body } }) })
  const get = (path: string) => app.inject(`/v1/responses${path}`)
  return { app, scheduler, post, get }
}

const inBackground = { input: 'hi', background: true }

/** Asks until the status is another. */
async function settledStatus(get: (path: string) => Promise<{ json(): { status: string } }>, id: string) {
  while (true) {
    await settled()
    const response = (await get(`/${id}`)).json()
    if (response.status !== 'queued' && response.status !== 'in_progress') return response
  }
}

describe('in the background', () => {
  test('a response is answered at once, and made without the client', async () => {
    const { reply, goOn } = halting()
    const { post, get } = server({ id: M, reply })
    const begun = (await post('', inBackground)).json()
    expect(begun).toMatchObject({ status: 'queued', background: true, output: [] })
    await settled()
    expect((await get(`/${begun.id}`)).json()).toMatchObject({ status: 'in_progress', output: [] })
    const early = await post('', { input: 'more', previous_response_id: begun.id })
    expect([early.statusCode, early.json().error.param]).toEqual([400, 'previous_response_id'])
    goOn()
    expect(await settledStatus(get, begun.id)).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'one two' }] }],
    })
  })

  test('its events are followed from anywhere while it runs', async () => {
    const { reply, goOn } = halting()
    const { post, get } = server({ id: M, reply })
    const { id } = (await post('', inBackground)).json()
    await settled()
    const [whole, rest] = [get(`/${id}?stream=true`), get(`/${id}?stream=true&starting_after=5`)]
    await settled()
    goOn()
    const types = [...(await whole).body.matchAll(/^event: (.*)$/gm)].map((match) => match[1])
    expect(types).toEqual([
      'response.created',
      'response.queued',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect((await whole).body.endsWith((await rest).body)).toBe(true)
    expect((await rest).body).toMatch(
      /^event: response\.output_text\.delta\ndata: .*"delta":" two".*"sequence_number":6/,
    )
  })

  test('it is cancelled, which frees the engine and is remembered', async () => {
    const { post, get, scheduler } = server({ id: M, reply: hangsAfter('one') })
    const { id } = (await post('', inBackground)).json()
    await settled()
    expect(scheduler.running).toBe(1)
    const followed = get(`/${id}?stream=true`)
    const cancelled = (await post(`/${id}/cancel`)).json()
    const said = { type: 'message', status: 'incomplete', content: [{ text: 'one' }] }
    expect(cancelled).toMatchObject({ id, status: 'cancelled', output: [said] })
    await settled()
    expect([scheduler.running, (await get(`/${id}`)).json()]).toEqual([0, cancelled])
    expect((await post(`/${id}/cancel`)).json()).toEqual(cancelled)
    for (const body of [(await followed).body, (await get(`/${id}?stream=true`)).body]) {
      const types = [...body.matchAll(/^event: (.*)$/gm)].map((match) => match[1])
      expect([types.at(-1), types.includes('error')]).toEqual(['response.incomplete', false])
    }
  })

  test('it is deleted while it runs, and does not come back', async () => {
    const { app, post, get, scheduler } = server({ id: M, reply: hangsAfter('one') })
    const { id } = (await post('', inBackground)).json()
    await settled()
    await app.inject({ method: 'DELETE', url: `/v1/responses/${id}` })
    while (scheduler.running > 0) await settled()
    expect((await get(`/${id}`)).statusCode).toBe(404)
  })

  test('whose stream is read while it is deleted ends, and is numbered to its end', async () => {
    const { app, post, get } = server({ id: M, reply: hangsAfter('one') })
    const { id } = (await post('', inBackground)).json()
    await settled()
    const followed = get(`/${id}?stream=true&starting_after=1`)
    await settled()
    await app.inject({ method: 'DELETE', url: `/v1/responses/${id}` })
    const events = [...(await followed).body.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i + 2))
    expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: { status: 'cancelled' } })
  })

  test('what keeps it from beginning is its failure', async () => {
    const openFailure = new TrivetError('model_load_failed', { model: M, reason: 'it is no model.' })
    const { post, get } = server({ id: M, reply: says(), openFailure })
    const { id } = (await post('', inBackground)).json()
    expect(await settledStatus(get, id)).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: expect.stringContaining('it is no model.') },
    })
  })

  test('of a model that is not there it is refused at once, as any other', async () => {
    const { post } = server({ id: M, reply: says() })
    for (const background of [true, false]) {
      const response = await post('', { input: 'hi', background, model: 'nope' })
      const { code, param } = response.json().error
      expect([response.statusCode, code, param]).toEqual([404, 'model_not_found', 'model'])
    }
  })

  test('one that is not in the background can not be cancelled', async () => {
    const { post } = server({ id: M, reply: says('Hello') })
    const { id } = (await post('', { input: 'hi' })).json()
    const response = await post(`/${id}/cancel`)
    expect([response.statusCode, response.json().error.param]).toEqual([400, 'response_id'])
    expect((await post('/resp_x/cancel')).json().error.code).toBe('response_not_found')
  })
})

describe('another server over the same store', () => {
  test('has what was complete', async () => {
    const responses = store()
    const done = (await server({ id: M, reply: says('Hello') }, responses).post('', { input: 'hi' })).json()
    const second = server({ id: M, reply: says('again') }, responses)
    expect((await second.get(`/${done.id}`)).json()).toEqual(done)
    await second.post('', { input: 'more', previous_response_id: done.id })
    expect(second.scheduler.tasks[0]?.prompt).toBe('<user>hi<assistant>Hello<user>more<assistant>')
  })

  test('says of what was under way that it failed', async () => {
    const responses = store()
    const { id } = (await server({ id: M, reply: hangsAfter('one') }, responses).post('', inBackground)).json()
    const { get } = server({ id: M, reply: says() }, responses)
    expect((await get(`/${id}`)).json()).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: 'The server was stopped before the response was complete.' },
    })
  })
})

test('a client that leaves ends a response that is not in the background, and nothing is kept of it', async () => {
  // Whether a client is gone or only done with sending is found out by probes, which take their time.
  const { app, scheduler, get } = server({ id: M, reply: hangsAfter('one') }, store(), systemClock)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const leaving = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: M, input: 'hi', stream: true }),
    signal: leaving.signal,
  })
  const reader = response.body?.getReader()
  const first = Buffer.from((await reader?.read())?.value ?? []).toString('utf8')
  const id = /"id":"(resp_\d+)"/.exec(first)?.[1]
  expect((await get(`/${id}`)).json().status).toBe('in_progress')
  leaving.abort()
  while (scheduler.running > 0) await settled()
  while ((await get(`/${id}`)).statusCode === 200) await settled()
  expect((await get(`/${id}`)).json().error.code).toBe('response_not_found')
  app.server.closeAllConnections()
  await app.close()
})
