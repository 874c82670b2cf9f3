import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { ask, chat, eventually, listen, send } from '../../test/fakes/listening.ts'
import { type FakeModel, failsAfter, hangs, hangsAfter, says } from '../../test/fakes/scheduler.ts'
import { PROBES_AFTER_MS } from './half-close.ts'

describe('a client that leaves', () => {
  test.each([
    ['while its stream runs', hangsAfter('a', 'b'), { stream: true }],
    ['while its whole answer is made', hangsAfter('a', 'b'), {}],
    ['while its stream waits in the queue', hangs, { stream: true }],
    ['while its whole answer waits in the queue', hangs, {}],
    ['with several choices under way', hangsAfter('a'), { stream: true, n: 3 }],
  ])('%s frees the engine, and is logged as gone', async (_, reply, fields) => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const { port, scheduler, clock } = await listen([{ id: 'm', reply }], { logger })
    const socket = send(port, chat(fields))
    await eventually(() => scheduler.running).toBeGreaterThan(0)
    socket.destroy()
    await eventually(() => {
      clock.advance(Math.max(...PROBES_AFTER_MS))
      return scheduler.running
    }).toBe(0)
    await eventually(() => lines.some((line) => line.includes('client left'))).toBe(true)
    expect(lines.map((line) => JSON.parse(line)).filter((line) => line.level > 30)).toEqual([])
    expect(lines.map((line) => JSON.parse(line).status)).toContain(499)
  })

  test.each([
    ['plain', 'orderly', 'content-length: 100', '{"mod'],
    ['plain', 'abrupt', 'content-length: 100', '{"mod'],
    ['chunked', 'abrupt', 'transfer-encoding: chunked', '5\r\n{"mod\r\n'],
    ['chunked', 'orderly', 'transfer-encoding: chunked', '5\r\n{"mod\r\n'],
    ['compressed', 'abrupt', 'content-encoding: gzip\r\ncontent-length: 100', '\x1f'],
  ])('in the middle of its %s request, in an %s way, is no fault of the server', async (_, way, header, body) => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const { port, app } = await listen([{ id: 'm', reply: says('ok') }], { logger })
    const begun = new Promise((resolve) => app.server.once('request', resolve))
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n${body}`)
    await begun
    if (way === 'abrupt') socket.resetAndDestroy()
    else socket.end()
    const logged = () => lines.map((line) => JSON.parse(line))
    await eventually(() => logged().map(({ msg, status, level }) => [msg, status, level])).toContainEqual([
      'client left',
      499,
      30,
    ])
    // Everything but that the server listens.
    expect(logged().filter(({ requestId }) => requestId !== undefined)).toHaveLength(1)
    expect((await ask(port, chat())).statusCode).toBe(200)
    expect(logged().filter(({ level, err }) => level > 30 || err !== undefined)).toEqual([])
  })

  test('or stalls in the middle of its request is told so, and logged once with what it was told', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const { port, app } = await listen([{ id: 'm', reply: says('ok') }], { logger })
    const begun = new Promise<Socket>((resolve) => app.server.once('request', ({ socket }) => resolve(socket)))
    const client = connect(port, '127.0.0.1')
    client.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"mod')
    // As Node does when its patience is over.
    app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), await begun)
    const [head = ''] = (await text(client)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    const requests = () => lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId !== undefined)
    const requestId = /x-request-id: (\S+)/.exec(head)?.[1]
    await eventually(requests).toMatchObject([
      { requestId, status: 408, msg: 'answered', path: '/v1/chat/completions' },
    ])
  })

  test('mid-stream lets the source of a slow reader go, too', async () => {
    const endless: FakeModel = {
      id: 'm',
      reply: async function* (_, signal) {
        yield { type: 'prompt-progress', done: 1, total: 1, cached: 0 }
        for (let n = 0; n < 100_000 && !signal.aborted; n++) {
          yield { type: 'text-delta', text: 'x'.repeat(1000), tokens: 1 }
          if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
        }
      },
    }
    const { port, scheduler } = await listen([endless])
    const socket = send(port, chat({ stream: true }))
    socket.pause()
    await eventually(() => scheduler.running).toBe(1)
    socket.destroy()
    await eventually(() => scheduler.running).toBe(0)
  })
})

describe('a connection', () => {
  test.each([
    ['that ended well', says('a', 'b')],
    ['that failed midway', failsAfter({ code: 'engine_error', details: { reason: 'x' }, param: null }, 'a')],
    ['that failed at once', failsAfter({ code: 'engine_error', details: { reason: 'x' }, param: null })],
  ])('serves the next request after a stream %s', async (_, reply) => {
    const { port } = await listen([
      { id: 'm', reply },
      { id: 'other', reply: says('fine') },
    ])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const first = await ask(port, chat({ stream: true }), agent)
    const usedPort = first.socket.localPort
    await text(first)
    const second = await ask(port, chat({ model: 'other' }), agent)
    expect([second.statusCode, second.socket.localPort]).toEqual([200, usedPort])
    expect(JSON.parse(await text(second)).choices[0].message.content).toBe('fine')
    agent.destroy()
  })

  test('shows the headers and the role before any text, and pings in silence', async () => {
    const { port, clock } = await listen([{ id: 'm', reply: hangsAfter() }])
    const response = await ask(port, chat({ stream: true }))
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    })
    let seen = ''
    response.on('data', (piece) => {
      seen += piece
    })
    await eventually(() => seen).toContain('"role":"assistant"')
    clock.advance(15_000)
    await eventually(() => seen).toMatch(/\n\n: ping\n\n$/)
    response.destroy()
  })
})
