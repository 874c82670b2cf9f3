import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeModel, failsAfter, hangs, hangsAfter, says } from '../../test/fakes/scheduler.ts'
import { type FakeServer, type FakeServerOptions, fakeServer } from '../../test/fakes/server.ts'
import { PROBE_AFTER_MS } from './half-close.ts'

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
function ask(port: number, body: string, agent?: Agent, path = '/v1/chat/completions'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const options = { port, method: 'POST', path, headers, ...(agent && { agent }) }
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
    const { port, scheduler, clock } = await listen([{ id: 'm', reply }], { logger })
    const socket = send(port, chat(fields))
    await eventually(() => scheduler.running).toBeGreaterThan(0)
    socket.destroy()
    await eventually(() => {
      clock.advance(PROBE_AFTER_MS)
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
    expect((await ask(port, chat())).statusCode).toBe(200)
    expect(logged().filter(({ level, err }) => level > 30 || err !== undefined)).toEqual([])
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
    return { model: { id: 'm', reply }, proceed }
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
        const { model, proceed } = inLine()
        const { port, scheduler, clock } = await listen([model])
        const asked = ask(port, chat({ stream: true, ...fields }), undefined, path)
        await eventually(() => scheduler.running).toBe(1)
        clock.advance(15_000)
        const response = await asked
        expect([response.statusCode, response.headers['content-type']]).toEqual([
          200,
          'text/event-stream; charset=utf-8',
        ])
        let seen = ''
        response.setEncoding('utf8').on('data', (piece) => {
          seen += piece
        })
        await eventually(() => seen).toContain(': ping\n\n')
        clock.advance(15_000)
        await eventually(() => seen).toContain(': ping\n\n: ping\n\n')
        proceed(outcome)
        await new Promise((resolve) => response.once('end', resolve))
        expect(seen).toContain(outcome === 'answer' ? 'at last' : 'The server is shutting down.')
      }
    },
  )

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
      clock.advance(PROBE_AFTER_MS)
      return scheduler.running
    }).toBe(0)
  })
})

describe('a client that has only ended its side', () => {
  /** Says `text` once `told`, then is done. */
  const saysWhen = (told: Promise<void>, text: string): FakeModel['reply'] =>
    async function* () {
      yield { type: 'prompt-progress', done: 1, total: 1, cached: 0 }
      await told
      yield { type: 'text-delta', text, tokens: 1 }
      yield { type: 'usage', promptTokens: 1, completionTokens: 1, cachedTokens: 0 }
      yield { type: 'finish', reason: 'stop' }
    }

  test.each([
    ['whole', {}, '"content":"late"'],
    ['as a stream', { stream: true }, '"content":"late"'],
  ])('gets its answer, %s, and is looked for meanwhile', async (_, fields, text) => {
    let tell = () => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    const { port, scheduler, clock, app } = await listen([{ id: 'm', reply: saysWhen(told, 'late') }])
    const ended = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('end', resolve)))
    const socket = send(port, chat(fields))
    let seen = ''
    socket.setEncoding('utf8').on('data', (piece) => {
      seen += piece
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await eventually(() => scheduler.running).toBe(1)
    socket.end()
    await ended
    for (let probe = 0; probe < 5; probe++) clock.advance(PROBE_AFTER_MS)
    tell()
    await closed
    const probes = 'stream' in fields ? seen.split(': ping\n\n') : seen.split('HTTP/1.1 100 Continue\r\n\r\n')
    expect(probes).toHaveLength(3)
    expect(seen).toContain('HTTP/1.1 200 OK\r\n')
    expect(seen).toContain(text)
    expect(seen).not.toContain('"error"')
  })

  test('and then leaves is noticed at the next probe', async () => {
    const { port, scheduler, clock, app } = await listen([{ id: 'm', reply: hangs }])
    const ended = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('end', resolve)))
    const socket = send(port, chat())
    await eventually(() => scheduler.running).toBe(1)
    socket.end()
    await ended
    clock.advance(2 * PROBE_AFTER_MS)
    let seen = ''
    socket.on('data', (piece) => {
      seen += piece
    })
    await eventually(() => seen.match(/100 Continue/g)?.length).toBe(2)
    socket.destroy()
    await eventually(() => {
      clock.advance(15_000)
      return scheduler.running
    }).toBe(0)
  })

  test('and speaks HTTP/1.0 gets nothing but the answer', async () => {
    const { port } = await listen([{ id: 'm', reply: says('ok') }])
    const body = chat()
    const socket = connect(port, '127.0.0.1')
    socket.end(`POST /v1/chat/completions HTTP/1.0\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"content":"ok"/s)
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
  const GET = 'GET /health HTTP/1.1\r\nconnection: close\r\n'
  const SOCKET = 'GET /v1/responses HTTP/1.1\r\nhost: x\r\n'
  const UPGRADE = 'connection: Upgrade\r\nupgrade: websocket\r\n'
  const POST = 'POST /v1/chat/completions HTTP/1.1\r\nconnection: close\r\nhost: x\r\n'

  test.each([
    ['broken HTTP', 'THIS IS NOT HTTP\r\n\r\n', 400, 'invalid_value', 'This is not a valid HTTP request.'],
    ['endless headers', `${GET}host: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431, 'headers_too_large', 'larger'],
    ['no Host', `${GET}\r\n`, 400, 'invalid_value', 'no Host header'],
    ['two Hosts', `${GET}host: x\r\nHost: y\r\n\r\n`, 400, 'invalid_value', 'more than one Host header'],
    ['an odd expectation', `${POST}expect: foo\r\n\r\n`, 417, 'expectation_failed', '`foo` can not be met'],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed', 'CONNECT'],
    ['a WebSocket elsewhere', `GET /health HTTP/1.1\r\nhost: x\r\n${UPGRADE}\r\n`, 404, 'not_found', 'GET /health'],
    [
      "a WebSocket of another site's page",
      `${SOCKET}${UPGRADE}origin: https://evil.example\r\n\r\n`,
      403,
      'foreign_origin',
      'https://evil.example',
    ],
    ['a WebSocket without a key', `${SOCKET}${UPGRADE}\r\n`, 400, 'invalid_value', 'Sec-WebSocket-Key'],
    [
      'a transfer encoding beside chunks',
      `${POST}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      400,
      'invalid_value',
      'The transfer encoding `gzip, chunked` is not supported',
    ],
  ])('%s is refused in JSON, under an id that the log has', async (_, bytes, status, code, words) => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const { port } = await listen([], { logger })
    const [head = '', body = ''] = (await converse(port, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
    expect(head.toLowerCase()).toContain('\r\ncontent-type: application/json; charset=utf-8')
    const id = /\r\nx-request-id: (req-\d+)/i.exec(head)?.[1]
    expect(lines.map((line) => JSON.parse(line).requestId)).toContain(id)
    expect(JSON.parse(body).error).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  test('a tunnel is told what is allowed', async () => {
    const { port } = await listen([])
    const answer = await converse(port, 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(answer).toContain('\r\nallow: GET, HEAD, POST, DELETE\r\n')
  })

  test('nonsense after a request does not get into its answer', async () => {
    const { port, scheduler } = await listen([{ id: 'm', reply: hangsAfter('a') }])
    const socket = send(port, chat({ stream: true }))
    let seen = ''
    socket.setEncoding('utf8').on('data', (piece) => {
      seen += piece
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await eventually(() => seen).toContain('"content":"a"')
    socket.write('THIS IS NOT HTTP\r\n\r\n')
    await closed
    expect(seen).not.toContain('error')
    await eventually(() => scheduler.running).toBe(0)
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
