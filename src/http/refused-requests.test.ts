import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { ask, chat, converse, eventually, listen, send } from '../../test/fakes/listening.ts'
import { hangsAfter, says } from '../../test/fakes/scheduler.ts'
import { encodeGeniexError } from '../contracts/geniex.ts'
import { encodeInferbridgeError } from '../contracts/inferbridge.ts'
import { encodeLlamapiError } from '../contracts/llamapi.ts'
import { TrivetError } from '../core/errors.ts'

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
    const id = /\r\nx-request-id: (req_\d+)/i.exec(head)?.[1]
    expect(lines.map((line) => JSON.parse(line).requestId)).toContain(id)
    expect(JSON.parse(body).error).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  test.each([
    ['geniex', 'THIS IS NOT HTTP\r\n\r\n', encodeGeniexError],
    ['inferbridge', 'THIS IS NOT HTTP\r\n\r\n', encodeInferbridgeError],
    ['llamapi', 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n', encodeLlamapiError],
  ] as const)('where %s is stood in for, it is refused as its clients read it', async (contract, bytes, encode) => {
    const { port } = await listen([], { contract })
    const [head = '', body = ''] = (await converse(port, bytes)).split('\r\n\r\n')
    const error = bytes.startsWith('CONNECT')
      ? new TrivetError('method_not_allowed', { method: 'CONNECT', path: 'x:1', allow: 'GET, HEAD, POST, DELETE' })
      : new TrivetError('invalid_value', { reason: 'This is not a valid HTTP request.' })
    const expected = encode(error)
    expect([head.slice(0, 12), JSON.parse(body)]).toEqual([`HTTP/1.1 ${expected.status}`, expected.body])
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
