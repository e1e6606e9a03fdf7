import { BlockList, isIP } from 'node:net'

// Decides which network addresses may be fetched on a user's behalf. Addresses of this machine, of private networks, of a cloud's
// metadata service and multicast addresses are blocked, because a user could reach internal services through them.

const blocked4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked4.addSubnet(network, bits, 'ipv4')

/** The public range of IPv6, without addresses that embed an IPv4 address and those for documentation. */
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
const blocked6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  blocked6.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const family = isIP(plain)
  if (family === 4) return !blocked4.check(plain, 'ipv4')
  return family === 6 && !plain.includes('%') && public6.check(plain, 'ipv6') && !blocked6.check(plain, 'ipv6')
}
