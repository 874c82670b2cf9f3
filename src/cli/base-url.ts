import type { Config } from '../config/config.ts'

/** Where to reach a server that listens on `host`: an address that stands for all of them is reached by the loopback. */
export function baseUrl({ host, tls }: Pick<Config, 'host' | 'tls'>, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${tls === null ? 'http' : 'https'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
