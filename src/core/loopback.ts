import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')
loopback.addAddress('::1', 'ipv6')

/** Whether this host, named or as an address, is reached from this machine only. */
export function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
