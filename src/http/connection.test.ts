import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeModel, failsAfter, hangs, hangsAfter, says } from '../../test/fakes/scheduler.ts'
import { type FakeServer, type FakeServerOptions, fakeServer } from '../../test/fakes/server.ts'

/** However slow the machine is. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 20_000, interval: 5 })

interface Listening extends FakeServer {
  readonly port: number
}

const open: FakeServer[] = []

async function listen(models: readonly FakeModel[], options: Partial<FakeServerOptions> = {}): Promise<Listening> {
  const server = fakeServer({ models, ...options })
  open.push(server)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...server, port: (server.app.server.address() as AddressInfo).port }
}

afterEach(async () => {
  for (const { app } of open.splice(0)) {
    app.server.closeAllConnections()
    await app.close()
  }
})

function chat(fields: object = {}): string {
  return JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields })
}

/** Sends a chat request; resolves once headers are there. */
function ask(port: number, body: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const options = { port, method: 'POST', path: '/v1/chat/completions', headers, ...(agent && { agent }) }
    request(options, resolve).on('error', reject).end(body)
  })
}

/** Sends a chat request over a bare socket, to be cut at will. */
function send(port: number, body: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

/** What the server answers to these bytes, until it hangs up. */
function converse(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

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
    const { port, scheduler } = await listen([{ id: 'm', reply }], { logger })
    const socket = send(port, chat(fields))
    await eventually(() => scheduler.running).toBeGreaterThan(0)
    socket.destroy()
    await eventually(() => scheduler.running).toBe(0)
    await eventually(() => lines.some((line) => line.includes('client left'))).toBe(true)
    expect(lines.map((line) => JSON.parse(line)).filter((line) => line.level > 30)).toEqual([])
    expect(lines.map((line) => JSON.parse(line).status)).toContain(499)
  })

  test('in the middle of its request disturbs nobody', async () => {
    const { port } = await listen([{ id: 'm', reply: says('ok') }])
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"mod',
    )
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
    expect((await ask(port, chat())).statusCode).toBe(200)
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

describe('what is no proper request', () => {
  test('broken HTTP is a 400 in JSON', async () => {
    const { port } = await listen([])
    const answer = await converse(port, 'THIS IS NOT HTTP\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code).toBe('invalid_value')
  })

  test('endless headers are a 431 in JSON', async () => {
    const { port } = await listen([])
    const answer = await converse(port, `GET /health HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code).toBe('headers_too_large')
  })

  test.each([
    ['with its length known', { 'content-length': 8 * 1024 * 1024 }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('a body over the limit, %s, is a 413 that a client still sending can read', async (_, length) => {
    const { port } = await listen([{ id: 'm', reply: says('ok') }])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { 'content-type': 'application/json', ...length }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, agent, method: 'POST', path: '/v1/chat/completions', headers }, resolve)
        .on('error', reject)
        .end(' '.repeat(8 * 1024 * 1024))
    })
    expect(response.statusCode).toBe(413)
    expect(response.headers.connection).not.toBe('close')
    expect(JSON.parse(await text(response)).error.code).toBe('body_too_large')
    expect((await ask(port, chat(), agent)).statusCode).toBe(200)
    agent.destroy()
  })

  test('a body without a content type is read as JSON', async () => {
    const { port } = await listen([{ id: 'm', reply: says('ok') }])
    const body = chat()
    const answer = await converse(
      port,
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })
})
