// What was answered to one reader is repeated to the next who asks the same, before the router looks at it: a cache as any proxy's,
// but one that knows at once when a calendar has changed. Only what is public and the same for everybody is learned.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { StateOf } from './calendar-states.ts'
import { createKept } from './kept.ts'
import { type Sent, sentOf } from './page.ts'
import type { Answered } from './request-log.ts'

export type Repeat = (incoming: IncomingMessage, outgoing: ServerResponse, otherwise: () => void) => void

export interface RepeatsOptions {
  stateOf: StateOf
  now: () => number
  /** Hears of every answer that was repeated. */
  tell: (answered: Answered) => void
}

const MAX_BYTES = 16 * 1024 * 1024

export function createRepeats({ stateOf, now, tell }: RepeatsOptions) {
  const answers = createKept<Repeated>({ now, maxBytes: MAX_BYTES, weightOf: ({ weight }) => weight })

  /** Learns what may be repeated. */
  const learn = createMiddleware(async (c, next) => {
    await next()
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
    const sent = incoming && sentOf(c.res)
    const key = sent && keyOf(incoming)
    if (key) answers.set(key, repeated(sent, key))
  })

  const repeat: Repeat = (incoming, outgoing, otherwise) => {
    const key = keyOf(incoming)
    const found = key && answers.get(key)
    if (!found) return otherwise()
    const started = performance.now()
    const { calendar } = found
    if (!calendar) return send(found, outgoing, started)
    stateOf(calendar.id).then(
      (state) => {
        if (state?.version === calendar.version) return send(found, outgoing, started)
        answers.drop(key)
        otherwise()
      },
      // While the database is away, whoever answers says so.
      otherwise,
    )
  }

  function send({ status, headers, body, path }: Repeated, outgoing: ServerResponse, started: number): void {
    const id = randomUUID()
    headers[1] = id
    outgoing.writeHead(status, headers)
    outgoing.end(body)
    tell({ id, method: 'GET', path, status, ms: performance.now() - started })
  }

  return { learn, repeat }
}

interface Repeated extends Omit<Sent, 'headers'> {
  /** As Node writes them fastest; the first is each answer's own. */
  headers: string[]
  path: string
  weight: number
}

function repeated({ headers, ...sent }: Sent, key: string): Repeated {
  return {
    ...sent,
    headers: ['x-request-id', '', ...Object.entries(headers).flat()],
    path: key.slice(0, key.search(/[?\n]/)),
    weight: 2 * key.length + 1000 + (sent.body?.byteLength ?? 0),
  }
}

const KEY_MAX = 1000

/** Everything of a request that decides what is answered with a kept page. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | null {
  if (method !== 'GET' || !url.startsWith('/') || headers.authorization !== undefined) return null
  if ('content-length' in headers || 'transfer-encoding' in headers) return null
  const { cookie, 'accept-encoding': encoding, 'accept-language': language } = headers
  const { 'if-none-match': tag, 'if-modified-since': since } = headers
  const key = `${url}\n${encoding}\n${language}\n${cookie}\n${tag}\n${since}`
  return key.length <= KEY_MAX ? key : null
}
