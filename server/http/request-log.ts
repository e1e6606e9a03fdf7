// Gives every request an id, and one line in the log: what was asked, how it ended, how long it took. The path is kept
// without its query, which may hold addresses and tokens.
import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Log } from '#runtime/log.ts'
import type { IdentityVariables } from './identity.ts'
import { addHeaders } from './late-headers.ts'
import type { NetworkOf } from './network.ts'

/** Node's, or those of a request that a page makes in this process. */
type Bindings = { incoming?: { socket?: { remoteAddress?: string } }; network?: string }

export function requestLog(log: Log, networkOf: NetworkOf) {
  return createMiddleware<IdentityVariables>(async (c, next) => {
    const requestId = randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    const { incoming, network } = (c.env ?? {}) as Bindings
    c.set('network', network ?? networkOf(incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
    addHeaders(c, [['x-request-id', requestId], noSniffing])
    const { method, path } = c.req
    logRequest(log, { id: requestId, method, path, status: c.res.status, ms: performance.now() - started })
  })
}

export const noSniffing = ['x-content-type-options', 'nosniff'] as const

export type Answered = { id: string; method: string; path: string; status: number; ms: number }

export function logRequest(log: Log, { id, path, ms, ...rest }: Answered): void {
  if (!log.isLevelEnabled('info')) return
  log.info({ requestId: id, ...rest, path: withoutSecrets(path), ms: Math.round(ms) }, 'request')
}

/**
 * An invite code and a member's feed are keys to a calendar; the router takes INVITE for invite, so this does too. And whoever makes up
 * a path can put anything into it: what looks like an address, a phone number or a token is not repeated.
 */
export function withoutSecrets(path: string): string {
  const named = path.replace(/^\/+(invite|feed)\/.+/i, '/$1/…')
  const parts = named.split('/').map((part) => (isSecret(part) ? '…' : part))
  return parts.join('/').slice(0, 200)
}

/** Its length first: looking for a token in every id of every path took 4 % of a kept page. */
function isSecret(part: string): boolean {
  return /@|%40|\+\d{7}|%2B\d{7}/i.test(part) || (part.length >= 40 && /[\w-]{40}/.test(part))
}
