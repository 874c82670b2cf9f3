import { describe, expect, test } from 'vitest'
import { ask, chat, eventually, listen } from '../../test/fakes/listening.ts'
import { type FakeModel, failsAfter, hangs, says, tokenizes } from '../../test/fakes/scheduler.ts'
import { PROBES_AFTER_MS } from './half-close.ts'

describe('a request that waits long', () => {
  /** In line until the test says how it goes on. */
  function inLine() {
    let proceed = (_: 'answer' | 'fail') => {}
    const turn = new Promise<'answer' | 'fail'>((resolve) => {
      proceed = resolve
    })
    const reply: FakeModel['reply'] = async function* (task, signal) {
      const outcome = failsAfter({ code: 'shutting_down', details: {}, param: null })
      yield* ((await turn) === 'answer' ? says('at last') : outcome)(task, signal)
    }
    return { model: { id: 'm', reply, other: tokenizes }, proceed }
  }

  /** A stream that has begun while its request is in line, what has come of it, and how it goes on. */
  async function begun(path: string, fields: object) {
    const { model, proceed } = inLine()
    const { port, scheduler, clock } = await listen([model])
    const asked = ask(port, chat({ stream: true, ...fields }), undefined, path)
    await eventually(() => scheduler.running).toBe(1)
    clock.advance(15_000)
    const response = await asked
    let seen = ''
    response.setEncoding('utf8').on('data', (piece) => {
      seen += piece
    })
    const finish = async (outcome: 'answer' | 'fail') => {
      proceed(outcome)
      await new Promise((resolve) => response.once('end', resolve))
      return seen
    }
    return { response, clock, seen: () => seen, finish }
  }

  test.each([
    ['/v1/chat/completions', {}],
    ['/v1/completions', { prompt: 'hi' }],
    ['/v1/messages', { max_tokens: 9 }],
    ['/v1/responses', { input: 'hi', messages: undefined, store: false }],
  ])(
    'at %s for a stream gets headers and pings in time, and its answer or failure in the stream',
    async (path, fields) => {
      for (const outcome of ['answer', 'fail'] as const) {
        const { response, clock, seen, finish } = await begun(path, fields)
        expect([response.statusCode, response.headers['content-type']]).toEqual([
          200,
          'text/event-stream; charset=utf-8',
        ])
        await eventually(seen).toContain(': ping\n\n')
        clock.advance(15_000)
        await eventually(seen).toContain(': ping\n\n: ping\n\n')
        expect(await finish(outcome)).toContain(outcome === 'answer' ? 'at last' : 'The server is shutting down.')
      }
    },
  )

  const unified = { message: 'The server is shutting down.', type: 'server_error', param: null, code: 'shutting_down' }
  const { type: _, ...flat } = unified

  test.each([
    ['/v1/chat/completions', {}, '', { error: unified }, ''],
    ['/v1/completions', { prompt: 'hi' }, '', { error: unified }, ''],
    [
      '/v1/messages',
      { max_tokens: 9 },
      'event: error\n',
      { type: 'error', error: { type: 'overloaded_error', message: unified.message } },
      '',
    ],
    [
      '/v1/responses',
      { input: 'hi', messages: undefined, store: false },
      'event: error\n',
      { type: 'error', ...flat, sequence_number: 0 },
      '',
    ],
    [
      '/inferbridge/v1/responses',
      { input: 'hi', messages: undefined },
      'event: error\n',
      { type: 'error', code: 'generation_error', message: unified.message, param: null, sequence_number: 1 },
      'data: [DONE]\n\n',
    ],
    ['/geniex/v1/chat/completions', {}, '', { error: unified.message, code: -100000 }, 'data: [DONE]\n\n'],
    ['/llamapi/v1/chat/completions', {}, 'event: error\n', { error: { ...unified, code: null } }, ''],
  ])('at %s fails in the form that its clients read', async (path, fields, name, data, end) => {
    const { finish } = await begun(path, fields)
    const told = (await finish('fail')).replaceAll(': ping\n\n', '')
    const json = told.slice(`${name}data: `.length, told.length - `\n\n${end}`.length)
    expect(JSON.parse(json)).toEqual(data)
    expect(told).toBe(`${name}data: ${json}\n\n${end}`)
  })

  test('for a stream and fails at once has a status of its own', async () => {
    const { port } = await listen([{ id: 'm', reply: failsAfter({ code: 'shutting_down', details: {}, param: null }) }])
    expect((await ask(port, chat({ stream: true }))).statusCode).toBe(503)
  })

  test('for a whole answer waits for it, and for its status', async () => {
    const { model, proceed } = inLine()
    const { port, scheduler, clock } = await listen([model])
    const asked = ask(port, chat())
    await eventually(() => scheduler.running).toBe(1)
    clock.advance(60_000)
    proceed('fail')
    expect((await asked).statusCode).toBe(503)
  })

  test('and whose client leaves is given up', async () => {
    const { port, scheduler, clock } = await listen([{ id: 'm', reply: hangs }])
    const asked = ask(port, chat({ stream: true }))
    await eventually(() => scheduler.running).toBe(1)
    clock.advance(15_000)
    const response = await asked
    response.destroy()
    await eventually(() => {
      clock.advance(Math.max(...PROBES_AFTER_MS))
      return scheduler.running
    }).toBe(0)
  })
})
