// A read of the data API that was asked for before, by a guest or by somebody whose token was seen before, goes around the router. What
// stands before the data API there is done here in one step, and the answer is the same; whatever is not as plain goes the usual way.
import { randomUUID } from 'node:crypto'
import { HALFWAY } from '#domain/halfway.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import { allowed } from './any-origin.ts'
import { guest, type Identity, identityOf, unkept } from './identity.ts'
import type { Repeat } from './repeats.ts'
import { type Answered, noSniffing } from './request-log.ts'
import { bareHeaders } from './security-headers.ts'
import type { Tokens } from './tokens.ts'

type Answer = { status: number; headers: Record<string, string>; body: string | null }
type Asked = { method?: string; path?: string; header(name: string): unknown }

export type AskedAgainOptions = Pick<PublicSettings, 'siteUrl'> & {
  publishableKey: string
  /** The path before the resource. */
  mountedAt: string
  again: (asked: Asked) => ((identity: Identity) => Promise<Answer | undefined>) | undefined
  remembered: Tokens['remembered']
  /** Hears of every answer. */
  tell: (answered: Answered) => void
}

export function createAskedAgain(options: AskedAgainOptions): Repeat {
  const { publishableKey, mountedAt, again, remembered, tell } = options
  const always = [...allowed, ...bareHeaders(options), noSniffing].flat()
  const [personal] = unkept

  return (incoming, outgoing, otherwise) => {
    const { method, url: path = '', headers } = incoming
    if (method !== 'GET' || !path.startsWith(mountedAt) || headers.apikey !== publishableKey) return otherwise()
    if ('content-length' in headers || 'transfer-encoding' in headers) return otherwise()
    const identity = identityBehind(headers.authorization)
    const ask = identity && again({ method, path, header: (name) => headers[name] })
    if (!ask) return otherwise()
    const started = performance.now()
    ask(identity).then((answer) => {
      if (!answer) return otherwise()
      const { status, body } = answer
      const id = randomUUID()
      const sent = ['x-request-id', id, ...always]
      if (identity.userId) sent.push(...personal)
      for (const name in answer.headers) sent.push(name, answer.headers[name] as string)
      if (body !== null) sent.push('content-length', String(Buffer.byteLength(body)))
      outgoing.writeHead(status, sent)
      outgoing.end(body)
      tell({ id, method, path: path.split('?', 1)[0] as string, status, ms: performance.now() - started })
    })
  }

  function identityBehind(authorization: string | undefined): Identity | undefined {
    if (authorization === undefined) return guest
    if (!authorization.startsWith('Bearer ')) return undefined
    const verified = remembered(authorization.slice('Bearer '.length))
    return verified && verified.role !== HALFWAY ? identityOf(verified) : undefined
  }
}
