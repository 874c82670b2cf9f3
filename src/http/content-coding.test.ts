import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as zlib from 'node:zlib'
import { brotliCompressSync, constants, createBrotliCompress, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { says } from '../../test/fakes/scheduler.ts'
import { fakeServer } from '../../test/fakes/server.ts'
import { decoded } from './content-coding.ts'

const LIMIT = 64 * 1024
const { app } = fakeServer({ models: [{ id: 'm', reply: says('Hello') }], bodyLimitBytes: LIMIT })
const chat = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })

async function post(payload: Buffer, coding: string) {
  const headers = { 'content-type': 'application/json', 'content-encoding': coding }
  const response = await app.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

describe('a coded body', () => {
  test.each([
    ['gzip', gzipSync(chat)],
    ['x-gzip', gzipSync(chat)],
    ['GZip', gzipSync(chat)],
    ['deflate', deflateSync(chat)],
    ['br', brotliCompressSync(chat)],
    ['identity', Buffer.from(chat)],
    ['', Buffer.from(chat)],
  ])('in %j is read', async (coding, payload) => {
    const { status, body } = await post(payload, coding)
    expect([status, body.choices?.[0].message.content]).toEqual([200, 'Hello'])
  })

  test.each<[string, object]>([
    ['/v1/responses', { input: 'hi' }],
    ['/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }],
    ['/v1/completions', { prompt: 'hi' }],
    ['/api/chat', { messages: [{ role: 'user', content: 'hi' }], stream: false }],
  ])('is read at %s as well', async (url, fields) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br' }
    const payload = brotliCompressSync(JSON.stringify({ model: 'm', ...fields }))
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('Hello')])
  })

  test('in zstd is read where Node can, else refused by name', async () => {
    const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Buffer }
    const { status } = await post(zstdCompressSync?.(chat) ?? Buffer.from(chat), 'zstd')
    expect(status).toBe(zstdCompressSync ? 200 : 415)
  })

  test.each(['foo', 'compress', 'gzip, br', 'constructor'])('in %s is refused, with what would do', async (coding) => {
    const { status, headers, body } = await post(gzipSync(chat), coding)
    expect([status, body.error.code]).toEqual([415, 'unsupported_encoding'])
    expect(body.error.message).toContain(`\`${coding}\``)
    expect(headers['accept-encoding']).toMatch(/^gzip, deflate, br(, zstd)?$/)
  })

  test.each([
    ['gzip', gzipSync(chat)],
    ['deflate', deflateSync(chat)],
    ['br', brotliCompressSync(chat)],
  ])('in %s that is cut, or is something else, is a 400', async (coding, whole) => {
    for (const broken of [whole.subarray(0, -1), whole.subarray(0, 3), Buffer.from(chat)]) {
      const { status, body } = await post(broken, coding)
      expect([status, body.error.code]).toEqual([400, 'invalid_value'])
      expect(body.error.message).toMatch(/^The request body can't be decompressed: \w.*\.$/)
    }
  })

  test.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
  ])('in %s may be as large as the limit once it is read, and no larger', async (coding, code) => {
    const padded = chat.padEnd(LIMIT)
    expect((await post(code(padded), coding)).status).toBe(200)
    const { status, body } = await post(code(`${padded} `), coding)
    expect([status, body.error.code]).toEqual([413, 'body_too_large'])
    expect(body.error.message).toContain(`${LIMIT} bytes`)
  })
})

describe('decoding', () => {
  const bomb = zeros(1024)

  test('stops at the limit: of a gigabyte in a kilobyte, no more than that is ever made', async () => {
    expect((await bomb).length).toBeLessThan(10_000)
    const source = new PassThrough()
    const body = decoded(source, 'br', LIMIT)
    source.end(await bomb)
    let read = 0
    const failure = await (async () => {
      for await (const piece of body as AsyncIterable<Buffer>) read += piece.length
    })().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'body_too_large', details: { limit: LIMIT } })
    expect(read).toBeLessThanOrEqual(LIMIT)
    // What is left of the request is drained, so that its sender gets to read the answer.
    expect(source.readableFlowing).toBe(true)
  })

  test('of a gigabyte is a 413 over a real connection, whose sender gets to read it and may go on', async () => {
    const { app } = fakeServer({ models: [{ id: 'm', reply: says('Hello') }], bodyLimitBytes: LIMIT })
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1/chat/completions`
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br' }
    const send = (body: Buffer) => fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
    const statuses = [(await send(await bomb)).status, (await send(brotliCompressSync(chat))).status]
    await app.close()
    expect(statuses).toEqual([413, 200])
  })

  test('fails when the sender leaves midway', async () => {
    const source = new PassThrough()
    const reading = buffer(decoded(source, 'gzip', LIMIT))
    source.write(gzipSync(chat).subarray(0, 10))
    source.destroy()
    await expect(reading).rejects.toMatchObject({ code: 'invalid_value' })
  })

  test('leaves a body without a coding alone', () => {
    const source = Readable.from([])
    expect(decoded(source, undefined, LIMIT)).toBe(source)
  })
})

/** So many MiB of zeros, in brotli. */
function zeros(mebibytes: number): Promise<Buffer> {
  const coder = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  const mebibyte = Buffer.alloc(1024 * 1024)
  return buffer(Readable.from(Array.from({ length: mebibytes }, () => mebibyte)).pipe(coder))
}
