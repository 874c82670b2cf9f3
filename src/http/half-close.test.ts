import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { chat, eventually, listen, send } from '../../test/fakes/listening.ts'
import { type FakeModel, hangs, says } from '../../test/fakes/scheduler.ts'
import { PROBES_AFTER_MS } from './half-close.ts'

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
    for (let probe = 0; probe < 5; probe++) clock.advance(Math.max(...PROBES_AFTER_MS))
    tell()
    await closed
    const probes = 'stream' in fields ? seen.split(': ping\n\n') : seen.split('HTTP/1.1 100 Continue\r\n\r\n')
    expect(probes).toHaveLength(PROBES_AFTER_MS.length + 1)
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
    for (const probe of PROBES_AFTER_MS) clock.advance(probe)
    let seen = ''
    socket.on('data', (piece) => {
      seen += piece
    })
    await eventually(() => seen.match(/100 Continue/g)?.length).toBe(PROBES_AFTER_MS.length)
    socket.destroy()
    await eventually(() => {
      clock.advance(15_000)
      return scheduler.running
    }).toBe(0)
  })

  test('is hung up on when it has its answer, were that an error', async () => {
    let fail = () => {}
    const failing = new Promise<void>((resolve) => {
      fail = resolve
    })
    const reply: FakeModel['reply'] = async function* () {
      await failing
      yield { type: 'error', error: { code: 'engine_crashed', details: {}, param: null } }
    }
    const { port, scheduler, app } = await listen([{ id: 'm', reply }])
    const ended = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('end', resolve)))
    const hungUp = new Promise((resolve) =>
      app.server.once('request', ({ socket }, response) => response.once('close', () => resolve(socket.writableEnded))),
    )
    const socket = send(port, chat())
    await eventually(() => scheduler.running).toBe(1)
    socket.end()
    await ended
    fail()
    expect(await text(socket)).toContain('HTTP/1.1 500 ')
    expect(await hungUp).toBe(true)
  })

  test('and speaks HTTP/1.0 gets nothing but the answer', async () => {
    const { port } = await listen([{ id: 'm', reply: says('ok') }])
    const body = chat()
    const socket = connect(port, '127.0.0.1')
    socket.end(`POST /v1/chat/completions HTTP/1.0\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"content":"ok"/s)
  })
})
