import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ask, chat, eventually, listen } from '../../../test/fakes/listening.ts'
import { type FakeModel, hangsAfter, says } from '../../../test/fakes/scheduler.ts'
import type { FakeServerOptions } from '../../../test/fakes/server.ts'
import { systemClock } from '../../core/clock.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { requestListSchema } from './schema.ts'

type List = ReturnType<typeof requestListSchema.parse>

const M = 'm'

async function* ids(): AsyncGenerator<EngineEvent> {
  yield { type: 'tokens', ids: [7, 8] }
  yield { type: 'finish', reason: 'stop' }
}

async function serve(model: Omit<FakeModel, 'id'>, options: Partial<FakeServerOptions> = {}) {
  const server = await listen([{ id: M, state: 'ready', other: ids, ...model }], {
    serverClock: systemClock,
    ...options,
  })
  const { app, port } = server
  const list = async (): Promise<List> => (await app.inject('/v1/requests')).json()
  const cancel = (id: string) => app.inject({ method: 'POST', url: `/v1/requests/${id}/cancel` })
  return { ...server, list, cancel, stream: (fields: object = {}) => ask(port, chat({ stream: true, ...fields })) }
}

describe('a request that runs', () => {
  test('is listed with how far it is, and no longer when it is over', async () => {
    const { list, cancel, stream } = await serve({ reply: hangsAfter('Hel', 'lo') })
    const answer = await stream()
    const id = `${answer.headers['x-request-id']}`
    await eventually(list).toMatchObject({
      kept: 0,
      data: [
        {
          object: 'request',
          id,
          route: 'POST /v1/chat/completions',
          owner: 'anonymous',
          model: M,
          status: 'writing',
          completion_tokens: 2,
          latency_ms: null,
        },
      ],
    })
    expect((await cancel(id)).json()).toEqual({ object: 'request', id, ended: 1 })
    await text(answer)
    await eventually(list).toEqual({ object: 'list', data: [], kept: 0 })
  })

  test('is listed while its model is loaded, and can be ended then', async () => {
    const { list, cancel, stream } = await serve({ reply: says('x'), opening: new Promise(() => {}) })
    const answer = stream({ stream: false })
    await eventually(list).toMatchObject({ data: [{ status: 'loading', model: M, completion_tokens: 0 }] })
    const [waiting] = (await list()).data
    expect((await cancel(waiting?.id ?? '')).statusCode).toBe(200)
    expect((await answer).statusCode).toBe(499)
  })

  test('is ended by whoever runs the server, and its client is told so', async () => {
    const { cancel, stream, scheduler, finished } = await serve({ reply: hangsAfter('Hel', 'lo') })
    const answer = await stream()
    await cancel(`${answer.headers['x-request-id']}`)
    expect(await text(answer)).toMatch(
      /data: \{"error":\{"message":"Whoever runs this server has ended the request\.".*"code":"request_ended"\}\}/,
    )
    await eventually(() => scheduler.running).toBe(0)
    await eventually(() => finished).toMatchObject([{ outcome: 'failed' }])
  })

  test('in the background is ended too, and its response has failed', async () => {
    const { app, list, cancel } = await serve({ reply: hangsAfter('Hel', 'lo') })
    const payload = { model: M, input: 'hi', background: true }
    const { id } = (await app.inject({ method: 'POST', url: '/v1/responses', payload })).json()
    await eventually(list).toMatchObject({ data: [{ status: 'writing' }] })
    const [running] = (await list()).data
    await cancel(running?.id ?? '')
    const read = async () => (await app.inject(`/v1/responses/${id}`)).json()
    await eventually(read).toMatchObject({ status: 'failed', output: [{ content: [{ text: 'Hello' }] }] })
  })

  test('that is none can not be ended', async () => {
    const { cancel } = await serve({ reply: says('x') })
    const answer = await cancel('req_1')
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'request_not_found'])
  })
})

describe('a request that is kept', () => {
  test('shows what its model was asked and said', async () => {
    const { app, list, stream } = await serve({ reply: says('Hel', 'lo') }, { keptRequests: 2 })
    const answer = await stream()
    await text(answer)
    const id = answer.headers['x-request-id']
    await eventually(list).toMatchObject({ kept: 2, data: [{ id, status: 'ok', completion_tokens: 2 }] })
    const detail = (await app.inject(`/v1/requests/${id}`)).json()
    expect(detail).toMatchObject({ id, status: 'ok', truncated: false })
    const [run] = detail.runs
    expect(run.tasks).toMatchObject([{ kind: 'generate', prompt: expect.stringContaining('hi') }])
    expect(run.prompt_token_ids).toEqual([[7, 8]])
    expect(run.events.map(({ event }: { event: EngineEvent }) => event.type)).toEqual([
      'prompt-progress',
      'text-delta',
      'text-delta',
      'usage',
      'finish',
    ])
  })

  test('goes when so many others have come', async () => {
    const { list, stream } = await serve({ reply: says('x') }, { keptRequests: 2 })
    const made: unknown[] = []
    for (let count = 0; count < 3; count++) {
      const answer = await stream()
      await text(answer)
      made.push(answer.headers['x-request-id'])
      await eventually(async () => (await list()).data[0]?.id).toBe(made.at(-1))
    }
    expect((await list()).data.map(({ id }) => id)).toEqual([made[2], made[1]])
  })

  test('is none unless the settings say so', async () => {
    const { app, stream } = await serve({ reply: says('x') })
    const answer = await stream()
    await text(answer)
    const read = await app.inject(`/v1/requests/${answer.headers['x-request-id']}`)
    expect([read.statusCode, read.json().error.message]).toEqual([
      404,
      expect.stringContaining('the setting `inspector.requests`'),
    ])
  })

  test('is for those only who may see everything', async () => {
    const { app, keys } = await serve({ reply: says('x') }, { keptRequests: 1 })
    const limits = { requestsPerMinute: null, tokensPerMinute: null, tokensInAll: null }
    const made = await keys.made.create({ name: 'k', scopes: ['manage'], models: null, limits, expiresMs: null })
    const headers = { authorization: `Bearer ${made.secret}` }
    expect((await app.inject({ url: '/v1/requests', headers })).statusCode).toBe(200)
    expect((await app.inject({ url: '/v1/requests/any', headers })).statusCode).toBe(403)
  })
})
