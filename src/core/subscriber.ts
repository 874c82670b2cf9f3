import { isIP } from 'node:net'

/**
 * Whom an address belongs to, for limits: of IPv6 the first 64 bits, since whoever has one address has all that begin
 * with these (RFC 6177); of IPv4, written as IPv6 or not, the address.
 */
export function subscriberOf(address: string): string {
  if (isIP(address) !== 6) return address
  const written = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  return isMapped ? written : `${groups.slice(0, 4).join(':')}::/64`
}
