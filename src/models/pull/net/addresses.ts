import { BlockList, isIP } from 'node:net'

/** Networks that the internet doesn't reach: this host, its neighbours, shared and reserved ranges (RFC 6890). */
const PRIVATE_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

const PRIVATE_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

/** Ways of writing an IPv4 address as an IPv6 one: mapped, and translated by NAT64 (RFC 6052). */
const EMBEDDINGS = ['::ffff:', '64:ff9b::']

const privateNetworks = blockList()

/** Whether only this machine or its network can reach it. What is no address is none that may be reached. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family === 0 || privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** The address that a URL names outright, as it is; null when it names a host. `URL` has read the odd ways of writing. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? null : host
}

function blockList(): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of PRIVATE_V4) {
    list.addSubnet(network, prefix, 'ipv4')
    for (const embedding of EMBEDDINGS) list.addSubnet(`${embedding}${network}`, 96 + prefix, 'ipv6')
  }
  for (const [network, prefix] of PRIVATE_V6) list.addSubnet(network, prefix, 'ipv6')
  return list
}
