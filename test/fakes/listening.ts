import { type Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect } from 'vitest'
import type { FakeModel } from './scheduler.ts'
import { type FakeServer, type FakeServerOptions, fakeServer } from './server.ts'

/** Looks again and again, however slow the machine is. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 100_000, interval: 5 })

export interface Listening extends FakeServer {
  readonly port: number
}

const open: FakeServer[] = []

/** A fake server at a free port, until the end of the test. */
export async function listen(
  models: readonly FakeModel[],
  options: Partial<FakeServerOptions> = {},
): Promise<Listening> {
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

/** The body of a chat request. */
export function chat(fields: object = {}): string {
  return JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields })
}

/** Sends a chat request; resolves once headers are there. */
export function ask(
  port: number,
  body: string,
  agent?: Agent,
  path = '/v1/chat/completions',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const options = { port, method: 'POST', path, headers, ...(agent && { agent }) }
    request(options, resolve).on('error', reject).end(body)
  })
}

/** Sends a chat request over a bare socket, to be cut at will. */
export function send(port: number, body: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

/** What a server answers to these bytes, until it hangs up. */
export function converse(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}
