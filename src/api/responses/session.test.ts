import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { settled } from '../../../test/fakes/clock.ts'
import { hangsAfter, says } from '../../../test/fakes/scheduler.ts'
import { type FakeServer, fakeServer } from '../../../test/fakes/server.ts'
import { expectOpenAi, expectOpenAiEvent } from '../../../test/openai-document.ts'

const M = 'fake-model'
const HANGS = 'hangs'

let server: FakeServer
let host = ''

beforeEach(async () => {
  server = fakeServer({
    models: [
      { id: M, reply: says('Hello', ' there') },
      { id: HANGS, reply: hangsAfter('one') },
    ],
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  host = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.app.server.closeAllConnections()
  await server.app.close()
})

interface Message {
  readonly type: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly error?: {
    readonly code: string
    readonly param: string | null
    readonly headers: Readonly<Record<string, string>>
  }
  readonly response?: {
    readonly id: string
    readonly model: string
    readonly output: readonly { content: { text: string }[] }[]
  }
}

/** A connection, and the messages that have come. */
async function connected(options: { origin?: string; headers?: Record<string, string> } = {}) {
  const socket = new WebSocket(`ws://${host}/v1/responses`, options)
  const messages: Message[] = []
  const listeners = new Set<() => void>()
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString('utf8')))
    for (const listener of listeners) listener()
  })
  await once(socket, 'open')
  const until = async (type: string): Promise<Message> => {
    while (true) {
      const index = messages.findIndex((message) => message.type === type)
      const found = messages.splice(0, index + 1).at(-1)
      if (found) return found
      await new Promise<void>((resolve) => listeners.add(resolve))
      listeners.clear()
    }
  }
  const create = (fields: object) => socket.send(JSON.stringify({ type: 'response.create', model: M, ...fields }))
  return { socket, create, until, messages }
}

describe('over a WebSocket', () => {
  test('the openai client gets the events of a response', async () => {
    const client = new OpenAI({ baseURL: `http://${host}/v1`, apiKey: 'none' })
    const socket = new ResponsesWS(client)
    const types: string[] = []
    const completed = new Promise((resolve) => socket.on('response.completed', resolve))
    socket.on('event', (event) => types.push(event.type))
    socket.send({ type: 'response.create', model: M, input: 'hi' })
    expect(await completed).toMatchObject({ response: { status: 'completed', output: [{ role: 'assistant' }] } })
    socket.close()
    expect(types).toEqual([
      'response.created',
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
  })

  test('the last response is gone on from although it is not stored', async () => {
    const { socket, create, until } = await connected()
    create({ input: 'hi', store: false })
    const { response } = await until('response.completed')
    create({ input: 'more', store: false, previous_response_id: response?.id })
    await until('response.completed')
    expect(server.scheduler.tasks[1]?.prompt).toBe('<user>hi<assistant>Hello there<user>more<assistant>')
    create({ input: 'more', previous_response_id: response?.id })
    expect(await until('error')).toMatchObject({
      status: 404,
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    })
    socket.close()
  })

  test('input is kept without an answer, to go on from', async () => {
    const { socket, create, until } = await connected()
    create({ input: 'hi', generate: false })
    const { response } = await until('response.completed')
    expect([response?.output, server.scheduler.tasks]).toEqual([[], []])
    create({ input: 'more', previous_response_id: response?.id })
    await until('response.completed')
    expect(server.scheduler.tasks[0]?.prompt).toBe('<user>hi\n<user>more<assistant>'.replace('\n', ''))
    socket.close()
  })

  test('the first event has what would be headers over HTTP, and no other', async (context) => {
    const { socket, create, until, messages } = await connected()
    create({ model: 'auto', input: 'hi', stream_id: null, color: 'red', text: { shape: 'round' } })
    const first = await until('response.created')
    expect(first.headers).toEqual({
      'x-request-id': expect.stringMatching(/^req_/),
      'x-trivet-model': first.response?.model,
      'x-trivet-warnings': 'ignored: color, text.shape',
    })
    expectOpenAiEvent(context, 'ResponseStreamEvent', first)
    const rest = [...messages, await until('response.completed')]
    expect(rest.map(({ headers }) => headers)).toEqual(rest.map(() => undefined))
    socket.close()
  })

  test('input that is only kept has its warnings too', async () => {
    const { socket, create, until } = await connected()
    create({ input: 'hi', generate: false, color: 'red' })
    expect((await until('response.created')).headers).toMatchObject({ 'x-trivet-warnings': 'ignored: color' })
    socket.close()
  })

  test('an error has its headers, as OpenAI puts them', async (context) => {
    const { secret } = await server.keys.made.create({
      name: 'k',
      scopes: ['inference'],
      limits: { requestsPerMinute: 2 },
    })
    const { socket, create, until } = await connected({ headers: { authorization: `Bearer ${secret}` } })
    create({ input: 'a' })
    await until('response.completed')
    create({ input: 'b' })
    const refused = await until('error')
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } })
    expect(refused.error?.headers).toEqual({ 'x-request-id': expect.stringMatching(/^req_/), 'retry-after': '30' })
    expectOpenAi(context, 'ResponseWsError', refused)
    socket.close()
  })

  test('messages are answered in turn, wrong ones too', async () => {
    const { socket, create, until } = await connected()
    socket.send('{')
    create({ input: 'a', model: 'nope' })
    create({ input: 'b', background: true })
    socket.send(JSON.stringify({ type: 'response.destroy' }))
    create({ input: 'c' })
    expect(await until('error')).toMatchObject({ status: 400, error: { code: 'invalid_json' } })
    expect(await until('error')).toMatchObject({ status: 404, error: { code: 'model_not_found' } })
    expect(await until('error')).toMatchObject({ status: 400, error: { param: 'background' } })
    expect(await until('error')).toMatchObject({ status: 400, error: { param: 'type' } })
    expect((await until('response.completed')).response?.output[0]?.content[0]?.text).toBe('Hello there')
    socket.close()
  })

  test('more messages than may wait are refused', async () => {
    const { socket, create, until } = await connected()
    for (let i = 0; i < 20; i++) create({ model: HANGS, input: 'hi' })
    expect(await until('error')).toMatchObject({ status: 400, error: { code: 'invalid_value' } })
    socket.close()
    while (server.scheduler.running > 0) await settled()
    expect(server.scheduler.running).toBe(0)
  })

  test('a connection that closes frees the engine', async () => {
    const { socket, create, until } = await connected()
    create({ model: HANGS, input: 'hi' })
    await until('response.output_text.delta')
    expect(server.scheduler.running).toBe(1)
    socket.close()
    while (server.scheduler.running > 0) await settled()
    expect(server.scheduler.running).toBe(0)
  })

  test('a server that closes says that it goes away', async () => {
    const { socket } = await connected()
    const closed = once(socket, 'close')
    await server.app.close()
    expect((await closed)[0]).toBe(1001)
  })
})

test('a client that does not answer the farewell is cut off', async () => {
  const { socket } = await connected()
  socket.pause()
  const closed = server.app.close()
  while (server.clock.pending === 0) await settled()
  server.clock.advance(1_000)
  await closed
  expect(server.app.server.listening).toBe(false)
  socket.terminate()
})

describe('an upgrade', () => {
  test.each<[string, string, object, number]>([
    ['a page of another site', '/v1/responses', { origin: 'https://elsewhere.example' }, 403],
    ['another path', '/v1/models', {}, 404],
  ])('by %s is refused', async (_, path, options, status) => {
    const socket = new WebSocket(`ws://${host}${path}`, options)
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(status)
    socket.on('error', () => {})
    socket.terminate()
  })

  test('by a page of the server itself is fine', async () => {
    const { socket, create, until } = await connected({ origin: `http://${host}` })
    create({ input: 'hi' })
    expect((await until('response.completed')).response?.output.length).toBe(1)
    socket.close()
  })

  test('to HTTP/2 is not taken, and the request is answered', async () => {
    const body = JSON.stringify({ model: M, input: 'hi' })
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
    const post = request(`http://${host}/v1/responses`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
    })
    post.end(body)
    const [response] = await once(post, 'response')
    let text = ''
    for await (const piece of response) text += piece
    expect([response.statusCode, JSON.parse(text).status]).toEqual([200, 'completed'])
  })
})
