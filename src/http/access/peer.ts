import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Who asks, and whom they mean to ask. */
export interface Peer {
  readonly address: string
  /** As the client named it. */
  readonly host: string
}

/** Behind trusted proxies, what those say of the client; else what the connection says. */
export function peerReader(trusted: readonly string[]): (request: IncomingMessage) => Peer {
  const trust = proxyAddr.compile([...trusted])
  return (request) => {
    const { remoteAddress = '' } = request.socket
    const { host = '', 'x-forwarded-host': forwarded } = request.headers
    const viaProxy = remoteAddress !== '' && trust(remoteAddress, 0)
    return {
      address: remoteAddress === '' ? '' : proxyAddr(request, trust),
      host: viaProxy && typeof forwarded === 'string' ? (forwarded.split(',', 1)[0] ?? '').trim() : host,
    }
  }
}
