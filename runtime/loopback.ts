// What is reached from this machine alone.
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

/** Takes a name or an address, as `URL.hostname` or a socket gives it. */
export function isLoopback(host: string): boolean {
  const address = host.startsWith('[') ? host.slice(1, -1) : host
  const kind = isIP(address)
  if (kind === 0) return address === 'localhost' || address.endsWith('.localhost')
  return loopback.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
