import { describe, expect, test } from 'vitest'
import { eventually, listen } from '../../../test/fakes/listening.ts'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { createLogger, type Logger } from '../../telemetry/logger.ts'

const MODELS = [{ id: 'm', reply: says('x') }]

/** A server, and a logger that writes into its log. */
function server() {
  const fake = fakeServer({ models: MODELS })
  const read = async (query = '') => (await fake.app.inject(`/v1/logs${query}`)).json()
  return { ...fake, read, logger: into(fake.telemetry.log) }
}

function into(listener: { write(line: string): void }): Logger {
  return createLogger({ level: 'trace', pretty: false, destination: { write() {} }, listener })
}

/** What comes of a stream of the log. */
async function stream(port: number, query = '', headers: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${port}/v1/logs${query}`
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } })
  const heard = { text: '', leave: () => response.body?.cancel().catch(() => {}) }
  void (async () => {
    for await (const piece of response.body ?? []) heard.text += new TextDecoder().decode(piece)
  })().catch(() => {})
  return heard
}

const messages = (page: { data: readonly { message: string }[] }) => page.data.map(({ message }) => message)

describe('the log', () => {
  test('is told from its end, a level at least, and on from a cursor', async () => {
    const { logger, read } = server()
    expect(await read()).toMatchObject({ data: [], reset_required: false })
    logger.info({ model: 'm' }, 'one')
    logger.child({ requestId: 'req_1' }).warn('two')
    logger.info('three')
    const all = await read()
    expect(messages(all)).toEqual(['one', 'two', 'three'])
    expect(all.data[0]).toEqual({
      type: 'log',
      id: expect.any(Number),
      timestamp: expect.any(Number),
      level: 'info',
      message: 'one',
      request_id: null,
      fields: { model: 'm' },
    })
    expect(all.data[1]).toMatchObject({ level: 'warn', request_id: 'req_1' })
    expect(messages(await read('?lines=2'))).toEqual(['two', 'three'])
    expect(messages(await read('?lines=0'))).toEqual([])
    expect(messages(await read('?lines=1&level=warn'))).toEqual(['two'])
    expect(messages(await read(`?cursor=${all.data[1].id}`))).toEqual(['three'])
    expect(await read(`?cursor=${all.next_cursor}`)).toMatchObject({ data: [], next_cursor: all.next_cursor })
    expect((await read('?level=loud')).error).toMatchObject({ code: 'invalid_value', param: 'level' })
  })

  test('is followed, with ids to go on from when the connection broke', async () => {
    const { port, telemetry } = await listen(MODELS)
    const logger = into(telemetry.log)
    logger.info('before')
    const first = await stream(port, '?level=info')
    await eventually(() => first.text).toContain('"message":"before"')
    logger.debug('unimportant')
    logger.info('after')
    await eventually(() => first.text).toContain('"message":"after"')
    expect(first.text).not.toContain('unimportant')
    const ids = [...first.text.matchAll(/^id: (\d+)\nevent: log$/gm)].map(([, id]) => Number(id))
    expect(ids).toHaveLength(2)
    await first.leave()
    logger.info('meanwhile')
    const second = await stream(port, '', { 'last-event-id': String(ids[1]) })
    await eventually(() => second.text).toContain('"message":"meanwhile"')
    expect(second.text).not.toContain('"message":"after"')
    await second.leave()
  })

  test('tells who was away too long that something is missing', async () => {
    const { port, telemetry } = await listen(MODELS)
    const logger = into(telemetry.log)
    for (let i = 0; i < 2100; i++) logger.info(`line ${i}`)
    const heard = await stream(port, '', { 'last-event-id': String(telemetry.log.latest(9999)[0]?.id) })
    await eventually(() => heard.text).toContain('"message":"line 2099"')
    expect(heard.text).not.toContain('event: missed')
    const late = await stream(port, '', { 'last-event-id': '7' })
    await eventually(() => late.text).toContain('"message":"line 2099"')
    expect(late.text.startsWith('event: missed\ndata: {"type":"missed","message":"This reader was too slow')).toBe(true)
    await Promise.all([heard.leave(), late.leave()])
  })

  test('is for those who manage the server, and holds no secret', async () => {
    const { app, keys, logger } = server()
    const secret = async (scope: 'read' | 'manage') => (await keys.made.create({ name: scope, scopes: [scope] })).secret
    const [read, manage] = [await secret('read'), await secret('manage')]
    const as = (key: string) => app.inject({ url: '/v1/logs', headers: { authorization: `Bearer ${key}` } })
    expect((await as(read)).json().error.code).toBe('scope_missing')
    logger.error({ url: `https://me:pass@hub.example/?token=abc`, err: new Error(`sent ${manage}`) }, `as ${read}`)
    const { body } = await as(manage)
    for (const hidden of [read, manage, 'me:pass', 'abc"']) expect(body).not.toContain(hidden)
    expect(body).toContain('as tvt-***')
  })
})
