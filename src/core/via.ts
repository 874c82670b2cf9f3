import { AsyncLocalStorage } from 'node:async_hooks'
import { TrivetError } from './errors.ts'
import { newId } from './ids.ts'

/** Names the Trivets that a request has come through, the first first. */
export const VIA_HEADER = 'x-trivet-via'

/** More of them are no household, but a circle through a server that drops the header. */
const MOST_SERVERS = 8

/** This process, among all that may pass requests to each other. */
const SELF = newId('srv')

const passed = new AsyncLocalStorage<readonly string[]>()

/**
 * Does the work of a request that came with this header. Throws `upstream_circle` for one that has come through here
 * before: servers that name each other would pass it round and round.
 */
export function passing<T>(header: string | undefined, work: () => T): T {
  const servers = header?.split(',').map((name) => name.trim()) ?? []
  if (servers.includes(SELF) || servers.length > MOST_SERVERS) {
    throw new TrivetError('upstream_circle', { servers: servers.length })
  }
  return servers.length === 0 ? work() : passed.run(servers, work)
}

/** The header to send on with what is asked of another server for the request at hand. */
export function viaHere(): string {
  return [...(passed.getStore() ?? []), SELF].join(', ')
}
