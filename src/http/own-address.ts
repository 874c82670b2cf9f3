import type { Server } from 'node:http'
import type { OwnAddress } from '../api/services.ts'
import { isLoopback } from '../core/loopback.ts'

/** How this server reaches itself, by the port that it listens on, whatever a client calls it. */
export async function ownAddress(server: Pick<Server, 'address'>, tls: boolean): Promise<OwnAddress> {
  const bound = server.address()
  const { address, port } = typeof bound === 'object' && bound !== null ? bound : { address: '127.0.0.1', port: 0 }
  const host = isLoopback(address) || isAny(address) ? '127.0.0.1' : address
  const name = address === '::1' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  if (!tls) return { url: `http://${name}:${port}`, fetch }
  // A certificate names the server as others know it.
  const { Agent, fetch: undiciFetch } = await import('undici')
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const own = (input: unknown, init: object = {}) => undiciFetch(input as string, { ...init, dispatcher })
  return { url: `https://${name}:${port}`, fetch: own as unknown as typeof fetch }
}

function isAny(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}
