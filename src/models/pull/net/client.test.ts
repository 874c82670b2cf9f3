import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileServer } from '../../../../test/fakes/file-server.ts'
import { HastyClock } from '../../../../test/fakes/hasty-clock.ts'
import { endServer, listenAtLoopback } from '../../../../test/fakes/loopback.ts'
import { SourceClient } from './client.ts'

const signal = new AbortController().signal
const hello = Buffer.from('{"hello":1}')

let server: FileServer
const clients: SourceClient[] = []
beforeEach(async () => {
  server = await FileServer.start()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await server.close()
})

function clientWith(options: { env?: Record<string, string>; privateAllowed?: boolean; trusted?: string[] } = {}) {
  const { env = {}, privateAllowed = true, trusted = [] } = options
  const client = new SourceClient({
    env,
    privateAllowed,
    clock: new HastyClock(),
    trustedOrigins: trusted,
    userAgent: 't',
  })
  clients.push(client)
  return client
}

test('a document, with the token and no compression', async () => {
  const url = server.serve('/doc', { bytes: hello, token: 'secret' })
  const asked = { url, signal, tokenHint: null, limit: 100 }
  expect((await clientWith().json({ ...asked, token: 'secret' })).value).toEqual({ hello: 1 })
  expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 't' })
  await expect(clientWith().json(asked)).rejects.toMatchObject({ code: 'source_unauthorized' })
  await expect(clientWith().json({ ...asked, token: 'wrong' })).rejects.toThrow('token that was sent gives no access')
})

test('redirects end, whether they lead in a circle or to something that is not the web', async () => {
  const circle = server.serve('/circle', { bytes: hello, redirect: `${server.origin}/circle` })
  await expect(clientWith().get({ url: circle, signal })).rejects.toThrow('more than 10 redirects')
  const odd = server.serve('/odd', { bytes: hello, redirect: 'file:///etc/passwd' })
  await expect(clientWith().get({ url: odd, signal })).rejects.toMatchObject({ code: 'source_refused' })
})

test('an origin that the user has set up may be private; where it leads may not', async () => {
  const other = await FileServer.start()
  try {
    const client = clientWith({ privateAllowed: false, trusted: [server.origin] })
    const url = server.serve('/doc', { bytes: hello })
    expect((await client.get({ url, signal })).status).toBe(200)
    const away = server.serve('/away', { bytes: hello, redirect: other.serve('/doc', { bytes: hello }) })
    await expect(client.get({ url: away, signal })).rejects.toMatchObject({ code: 'source_refused' })
    expect(other.requests).toHaveLength(0)
  } finally {
    await other.close()
  }
})

test('goes through the proxy of the environment, and past it where that says so', async () => {
  const seen: string[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    seen.push(request.url ?? '')
    // Whatever name was asked for, the file server answers.
    const target = connect(Number(new URL(server.origin).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  const address = await listenAtLoopback(proxy)
  try {
    server.serve('/doc', { bytes: hello })
    const env = { HTTP_PROXY: address, NO_PROXY: '127.0.0.1' }
    const client = clientWith({ env, privateAllowed: false, trusted: [server.origin] })
    const proxied = await client.get({ url: 'http://models.example/doc', signal })
    expect(await text(proxied.body)).toBe(hello.toString())
    expect(seen).toEqual(['models.example:80'])
    expect((await client.get({ url: `${server.origin}/doc`, signal })).status).toBe(200)
    expect(seen).toHaveLength(1)
  } finally {
    await endServer(proxy)
  }
})

test('nobody there, and nothing understandable', async () => {
  const gone = await FileServer.start()
  const { origin } = gone
  await gone.close()
  const asked = { signal, tokenHint: null, limit: 5 }
  await expect(clientWith().json({ ...asked, url: origin })).rejects.toThrow('refuses connections')
  await expect(clientWith().json({ ...asked, url: 'http://nowhere.invalid/' })).rejects.toMatchObject({
    code: 'upstream_error',
  })
  await expect(clientWith().json({ ...asked, url: server.serve('/big', { bytes: hello }) })).rejects.toThrow(
    'more than 5 bytes',
  )
  await expect(
    clientWith().json({ ...asked, url: server.serve('/odd', { bytes: Buffer.from('<b>') }) }),
  ).rejects.toThrow('no JSON')
})
