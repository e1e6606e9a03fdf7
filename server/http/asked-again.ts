// What the data API is asked most goes around the router: a read that was asked for before, and a write to a table, by a guest or by
// somebody whose token was seen before. What stands before the data API there is done here in one step, and the answer is the same;
// whatever is not as plain goes the usual way.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import { allowed } from './any-origin.ts'
import { guest, type Identity, identityOf, unkept } from './identity.ts'
import type { Repeat } from './repeats.ts'
import { type Answered, noSniffing } from './request-log.ts'
import { bareHeaders } from './security-headers.ts'
import type { Tokens } from './tokens.ts'

type Answer = { status: number; headers: Record<string, string>; body: string | null }
type Asked = { method?: string; path?: string; header(name: string): unknown }
type Ask = (identity: Identity) => Promise<Answer | undefined>

/** A request, or as much of one as the data API asks for. */
export type Incoming = Pick<Request, 'method' | 'url' | 'body' | 'arrayBuffer'> & { headers: Pick<Headers, 'get'> }

export type AskedAgainOptions = Pick<PublicSettings, 'siteUrl'> & {
  publishableKey: string
  /** The path before the resource. */
  mountedAt: string
  again: (asked: Asked) => Ask | undefined
  answer: (request: Incoming, identity: Identity) => Promise<Answer>
  cached: Tokens['cached']
  /** Hears of every answer. */
  tell: (answered: Answered) => void
}

/** Longer ones are lists, of which the body is what takes time. */
const BODY_MAX = 64 * 1024
const writes = new Set(['POST', 'PATCH', 'DELETE'])

export function createAskedAgain(options: AskedAgainOptions): Repeat {
  const { publishableKey, mountedAt, again, answer: answerWrite, cached, tell } = options
  const always = [...allowed, ...bareHeaders(options), noSniffing].flat()
  const [personal] = unkept

  return (incoming, outgoing, otherwise) => {
    const { method = '', url: path = '', headers } = incoming
    if (!path.startsWith(mountedAt) || headers.apikey !== publishableKey) return otherwise()
    const identity = saysOnce(incoming) ? identityBehind(headers.authorization) : undefined
    const ask = identity && (method === 'GET' ? readAgain(incoming) : written(incoming))
    if (!ask) return otherwise()
    const started = performance.now()
    // Not again what may have been written.
    const failed = method === 'GET' ? otherwise : () => outgoing.destroy()
    ask(identity).then((answer) => {
      if (!answer) return otherwise()
      const { status, body } = answer
      const id = randomUUID()
      const sent = ['x-request-id', id, ...always]
      if (identity.userId) sent.push(...personal)
      for (const name in answer.headers) sent.push(name, answer.headers[name] as string)
      if (status !== 204 && status !== 304) sent.push('content-length', String(Buffer.byteLength(body ?? '')))
      outgoing.writeHead(status, sent)
      outgoing.end(body)
      tell({ id, method, path: path.split('?', 1)[0] as string, status, ms: performance.now() - started })
    }, failed)
  }

  function readAgain({ method, url: path, headers }: IncomingMessage): Ask | undefined {
    if ('content-length' in headers || 'transfer-encoding' in headers) return undefined
    return again({ method, path, header: (name) => headers[name] })
  }

  /** A table by its plain name: calls are told from which network they come, and bodies in pieces have to be counted. */
  function written(incoming: IncomingMessage): Ask | undefined {
    const { method = '', url = '', headers } = incoming
    if (!writes.has(method) || !/^\w+(\?|$)/.test(url.slice(mountedAt.length))) return undefined
    if ('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > BODY_MAX) return undefined
    const request = {
      method,
      url: `http://localhost${url}`,
      headers: { get: (name: string) => (headers[name] as string | undefined) ?? null },
      body: null,
      arrayBuffer: () => bytesOf(incoming),
    }
    return (identity) => answerWrite(request, identity)
  }

  function identityBehind(authorization: string | undefined): Identity | undefined {
    if (authorization === undefined) return guest
    if (!authorization.startsWith('Bearer ')) return undefined
    const verified = cached(authorization.slice('Bearer '.length))
    return verified && verified.role !== MFA_PENDING ? identityOf(verified) : undefined
  }
}

function bytesOf(incoming: IncomingMessage): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => resolve(Buffer.concat(chunks) as unknown as ArrayBuffer))
    incoming.on('error', reject)
  })
}

/** Of two such headers Node shows the first, where the router sees both; others that matter here it joins, as the router does. */
function saysOnce({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((word, at) => at % 2 === 0 && ONCE.test(word)).map((name) => name.toLowerCase())
  return new Set(names).size === names.length
}

const ONCE = /^(authorization|content-type)$/i
