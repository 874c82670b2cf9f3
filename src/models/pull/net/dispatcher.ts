import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns'
import type { Dispatcher } from 'undici'
import { TrivetError } from '../../../core/errors.ts'
import { isPrivateAddress } from './addresses.ts'

/** A server that is there and says nothing is given up after so long. */
const HEADERS_TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 20_000

type Environment = Readonly<Record<string, string | undefined>>
type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * Connections by way of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Unless allowed, none is made to a private address:
 * what counts is the address connected to, whatever the name resolved to before. Behind a proxy that is for the proxy
 * to decide; it is the one who connects. The library is read in only here: most servers fetch nothing.
 */
export async function createDispatcher(env: Environment, privateAllowed: boolean, advice: string): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici')
  return new EnvHttpProxyAgent({
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? '',
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
    headersTimeout: HEADERS_TIMEOUT_MS,
    // Whether a body goes on is for the download to judge.
    bodyTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(!privateAllowed && { lookup: publicLookup(advice) }) },
  })
}

/** As `dns.lookup`, except that a private address is an error. */
function publicLookup(advice: string) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const inside = addresses.find(({ address }) => isPrivateAddress(address))
      if (inside) return callback(refusedAddress(hostname, inside.address, advice), [])
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
}

/** @param advice what to do about it; empty: nothing */
export function refusedAddress(host: string, address: string, advice: string): TrivetError {
  const reason = `its address ${address} is private.${advice}`
  return new TrivetError('source_refused', { source: host, reason })
}
