import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** Suffixes that no page of the internet can have as its own. */
const PRIVATE_SUFFIXES = ['.localhost', '.internal']

/**
 * Whether a page that was loaded from this `Host` may be one of our own users' making. Pages of the internet can have
 * their name point at this machine (DNS rebinding), and their requests then name it; a name without a dot, an address,
 * and the machine's own name are none that they could have.
 * @param host as the header has it, with or without a port
 * @param allowed names, `*.example.org` for all below one, or `*` for any
 */
export function isKnownHost(host: string, allowed: readonly string[], own: string = hostname()): boolean {
  const name = nameOf(host)
  if (name === null) return false
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.')) return true
  if (PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix))) return true
  const mine = own.toLowerCase()
  return [mine, `${mine}.local`, ...allowed.map((each) => each.toLowerCase().replace(/\.$/, ''))].some((known) =>
    covers(known, name),
  )
}

function covers(known: string, name: string): boolean {
  return known === '*' || known === name || (known.startsWith('*.') && name.endsWith(known.slice(1)))
}

/** Without its port and final dot; null when it is no host. */
function nameOf(host: string): string | null {
  const url = `http://${host}`
  return URL.canParse(url) && !/[/?#@\\]/.test(host) ? new URL(url).hostname.replace(/\.$/, '') : null
}
