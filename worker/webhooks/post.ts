// Posts to an address that an admin entered. As for external calendars the name is resolved once, every address is checked, and the
// connection goes to the address that was checked. Redirects are not followed, and nothing of an answer is read but its status.
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { seconds } from '#domain/durations.ts'
import { publicCertificates } from '#runtime/carrier-network.ts'
import { type AddressRules, checkedAddress, isPublicAddress, isWebPort, pinnedTo, Refusal } from '../feeds/addresses.ts'

export type Posted = { status: number; problem: PostProblem | null } | { status: null; problem: PostProblem }
export type PostProblem = 'status' | 'unreachable' | 'tooSlow' | 'closedAddress'

export type PostWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<Posted>

export interface PostOptions extends Partial<AddressRules> {
  timeoutMs?: number
  /** Whether receivers on this machine are allowed, also without https: only where a developer runs all of Townbell. */
  allowsThisMachine?: boolean
}

export function createPost(options: PostOptions = {}): PostWebhook {
  const { allowsThisMachine = false, timeoutMs = seconds(10) } = options
  const rules: AddressRules = {
    isAllowed: (address, port) =>
      (isPublicAddress(address) && isWebPort(port)) || (allowsThisMachine && address === THIS_MACHINE),
    resolve: async (host) => (host === 'localhost' ? [THIS_MACHINE] : resolveHost(host)),
    ...options,
  }
  return async (text, headers, body) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const url = new URL(text)
      if (url.protocol !== 'https:' && !(allowsThisMachine && url.protocol === 'http:'))
        throw new Refusal('closedAddress')
      const address = await checkedAddress(url, rules, signal)
      const status = await post(url, { address, headers, body, signal })
      return { status, problem: status >= 200 && status < 300 ? null : 'status' }
    } catch (error) {
      if (signal.aborted) return { status: null, problem: 'tooSlow' }
      const isClosed = error instanceof Refusal && error.problem === 'closedAddress'
      return { status: null, problem: isClosed ? 'closedAddress' : 'unreachable' }
    }
  }
}

const THIS_MACHINE = '127.0.0.1'

/** Asks name servers itself: the system's lookup would block one of a few threads while a hostile name server doesn't answer. */
async function resolveHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: seconds(3), tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

type Sending = { address: string; headers: Record<string, string>; body: string; signal: AbortSignal }

function post(url: URL, { address, headers, body, signal }: Sending): Promise<number> {
  const client = url.protocol === 'https:' ? https : http
  const all = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Townbell (webhooks)',
  }
  return new Promise((resolve, reject) => {
    const request = client.request(url, {
      method: 'POST',
      agent: false,
      lookup: pinnedTo(address),
      ...publicCertificates(),
      headers: all,
      signal,
    })
    request.on('response', (response) => {
      response.on('error', () => {})
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
}
