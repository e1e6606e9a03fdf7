// Which network a request comes from, as limits see it: one IPv4 address, or one IPv6 /64 (a household has a whole one).
// Forwarding headers are believed only from proxies named in TRUSTED_PROXIES, walking from the nearest outwards.
import { BlockList, isIP, isIPv6 } from 'node:net'

export type NetworkOf = (peer: string | undefined, forwardedFor: string | undefined) => string

export function networkReader(trustedProxies: string[]): NetworkOf {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0)
      throw new Error(`TRUSTED_PROXIES is wrong: ${proxy} is not an address or a network such as 10.0.0.0/8.`)
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return (peer, forwardedFor) => {
    let client = plain(peer ?? '')
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))
    while (isIP(client) !== 0 && isTrusted(client)) {
      const next = hops.pop()
      if (next === undefined || isIP(next) === 0) break
      client = next
    }
    return isIPv6(client) ? network64(client) : client
  }
}

/** IPv4 written as IPv6 (::ffff:192.0.2.1) is IPv4. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

function network64(address: string): string {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
