// Decides which network addresses may be connected to on a user's behalf. Addresses of this machine, of private networks, of a cloud's
// metadata service and multicast addresses are blocked, because a user could reach internal services through them.
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { FetchProblem } from '#domain/event-import/problems.ts'

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

/** Allows web ports only, not those of mail, shells and databases. */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || port === 8080 || port === 8443
}

export class Refusal extends Error {
  readonly problem: FetchProblem
  constructor(problem: FetchProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface AddressRules {
  /** Decides what may be connected to. Only tests override it, because their servers run on this machine. */
  isAllowed: (address: string, port: number) => boolean
  resolve: (host: string) => Promise<string[]>
}

/** Resolves a host to one address. If any of its addresses is blocked, the host is refused: it is an attack or a mistake. */
export async function checkedAddress(
  url: URL,
  { isAllowed, resolve }: AddressRules,
  signal: AbortSignal,
): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await within(resolve(host), signal)
  const [first] = addresses
  if (first === undefined) throw new Refusal('unreachable')
  if (!addresses.every((address) => isAllowed(address, portOf(url)))) throw new Refusal('closedAddress')
  return first
}

/** Connects to the address that was checked. A second lookup of the name could return an internal one (DNS rebinding). */
export function pinnedTo(address: string): LookupFunction {
  return (_host, { all }, done) =>
    all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address))
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])
}
