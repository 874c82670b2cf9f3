import { isLoopback } from '../../../core/loopback.ts'

/** Every address of the machine. */
const ANY = ['0.0.0.0', '::', '[::]']

/** Who can reach the address that the server listens on, without a look at the machine's network. */
export function lanOf(host: string, port: number, keysWanted: boolean) {
  if (isLoopback(host)) {
    return {
      enabled: false,
      classification: 'loopback',
      label: 'This computer only',
      detail: 'Other computers can not connect.',
      configured_host: host,
      url: null,
      security_attention: false,
    } as const
  }
  const all = ANY.includes(host)
  return {
    enabled: true,
    classification: all ? 'unspecified' : 'lan',
    label: 'Computers of the network too',
    detail: all
      ? "It listens on all of this computer's addresses; the firewall decides who gets through."
      : 'It listens on an address of the network; the firewall decides who gets through.',
    configured_host: host,
    url: all ? null : `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`,
    security_attention: !keysWanted,
  } as const
}
