import { describe, expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { chat, eventually, listen, send } from '../../../test/fakes/listening.ts'
import { type FakeModel, failsAfter, hangsAfter, says, tells, thinksAndCalls } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { systemClock } from '../../core/clock.ts'
import type { EngineEvent } from '../../core/event.ts'

const M = 'm'

async function finishedAfter(model: Omit<FakeModel, 'id'>, url: string, payload: object) {
  const { app, finished, answered } = fakeServer({ models: [{ id: M, ...model }] })
  const response = await app.inject({ method: 'POST', url, payload: { model: M, ...payload } })
  return { response, finished, answered }
}

const messages = [{ role: 'user', content: 'hi' }]

describe('what a request cost', () => {
  test('is what its answer says', async () => {
    const events: EngineEvent[] = thinksAndCalls()
    const model = { reply: tells(events, { reason: 'tool-calls', cached: 4 }) }
    const { response, finished } = await finishedAfter(model, '/v1/chat/completions', { messages })
    const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = response.json().usage
    expect(finished).toEqual([
      {
        requestId: response.headers['x-request-id'],
        route: 'POST /v1/chat/completions',
        owner: 'anonymous',
        model: M,
        outcome: 'ok',
        status: 200,
        startedMs: 1_700_000_000_000,
        latencyMs: 0,
        firstTokenMs: 0,
        generatingMs: 0,
        promptTokens,
        cachedTokens: 4,
        completionTokens,
      },
    ])
  })

  test.each([
    ['several answers to one prompt', '/v1/chat/completions', { messages, n: 3 }],
    ['several prompts', '/v1/completions', { prompt: ['one', 'two'] }],
    ['several answers to each of several prompts', '/v1/completions', { prompt: ['one', 'two'], n: 2 }],
    ['the same prompt twice', '/v1/completions', { prompt: ['one', 'one'] }],
    ['a stop string that cuts it short', '/v1/chat/completions', { messages, stop: ['there'] }],
  ])('is so for %s', async (_, url, payload) => {
    const { response, finished } = await finishedAfter({ reply: says('Hello', ' there') }, url, payload)
    const { usage } = response.json()
    expect(finished).toMatchObject([
      { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens, outcome: 'ok' },
    ])
  })

  test('is told of no request that no model worked for', async () => {
    const { response, finished, answered } = await finishedAfter({ reply: says('x') }, '/v1/chat/completions', {})
    expect([response.statusCode, finished]).toEqual([400, []])
    expect(answered).toEqual([{ method: 'POST', route: '/v1/chat/completions', status: 400, ms: expect.any(Number) }])
  })

  test('a route that there isn’t is none', async () => {
    const { answered } = await finishedAfter({ reply: says('x') }, '/v1/nothing', {})
    expect(answered).toMatchObject([{ route: null, status: 404 }])
  })

  test.each([
    ['at once', [], 500],
    ['in the middle', ['Hel', 'lo'], 200],
  ])('is told of one that failed %s', async (_, pieces, status) => {
    const failure = { code: 'engine_crashed', details: { model: M }, param: null } as const
    const model = { reply: failsAfter(failure, ...pieces) }
    const { finished } = await finishedAfter(model, '/v1/chat/completions', { messages, stream: true })
    expect(finished).toMatchObject([{ outcome: 'failed', status, completionTokens: pieces.length }])
  })

  test('has times: to the first token, from that to the last, and to the end', async () => {
    const server = fakeServer({
      models: [
        {
          id: M,
          async *reply() {
            yield { type: 'prompt-progress', done: 2, total: 2, cached: 0 }
            for (const text of ['a', 'b', 'c']) {
              await settled()
              server.clock.advance(100)
              yield { type: 'text-delta', text, tokens: 1 }
            }
            await settled()
            server.clock.advance(50)
            yield { type: 'finish', reason: 'stop' }
          },
        },
      ],
    })
    await server.app.inject({ method: 'POST', url: '/v1/completions', payload: { model: M, prompt: 'hi' } })
    expect(server.finished).toMatchObject([{ firstTokenMs: 100, generatingMs: 200, latencyMs: 350 }])
  })

  test('is told when the client has left', async () => {
    const { port, finished } = await listen([{ id: M, reply: hangsAfter('Hel', 'lo') }], { serverClock: systemClock })
    const socket = send(port, chat({ stream: true }))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await eventually(() => finished).toMatchObject([{ outcome: 'cancelled', completionTokens: 2 }])
  })

  test('of an answer in the background is told when that is over, not when it was begun', async () => {
    let go = () => {}
    const going = new Promise<void>((resolve) => {
      go = resolve
    })
    const say = says('Hello', ' there')
    const { app, finished } = fakeServer({
      models: [
        {
          id: M,
          async *reply(task, signal) {
            await going
            yield* say(task, signal)
          },
        },
      ],
    })
    const payload = { model: M, input: 'hi', background: true }
    const begun = await app.inject({ method: 'POST', url: '/v1/responses', payload })
    expect([begun.json().status, finished]).toEqual(['queued', []])
    go()
    await eventually(() => finished).toMatchObject([{ outcome: 'ok', completionTokens: 2 }])
  })
})
