// Takes every request: gives it an id, finds its row in the URL table, and reports it when it has ended.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAppError } from '#domain/errors.ts'
import { asCaller, shareOf } from '#runtime/caller.ts'
import type { FairSemaphore } from '#runtime/fair-semaphore.ts'
import type { Log } from '#runtime/log.ts'
import { isLoopback } from '#runtime/loopback.ts'
import { describeError } from './errors.ts'
import type { NetworkOf } from './network.ts'
import type { FinishedRequest, RequestContext } from './request-context.ts'

/** Answers requests from the network, and those that pages make in this process. */
export interface Handler {
  handle(incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext): Promise<void>
  fetch(request: Request, context: RequestContext): Response | Promise<Response>
}

/** Runs before the handler, and returns whether it has answered. */
type Before = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean | Promise<boolean>

/** Its requests start when it is their network's turn. */
export type Row = { path: string; turn: FairSemaphore; before: Before; handler: Handler }

export interface RequestHandlerOptions {
  /** A request takes the first row whose path begins its own; the last row takes the rest. */
  table: Row[]
  networkOf: NetworkOf
  /** Lets a request read from one database. `fresh` is for those who have just written something. */
  reading?: <T>(fresh: boolean, work: () => T) => T
  finished: (request: FinishedRequest) => void
  log: Log
}

type Ended = { method: string; path: string; status: number; started: number }

export function createRequestHandler({ table, networkOf, reading, finished, log }: RequestHandlerOptions) {
  const rowOf = (path: string) => (table.find((row) => isUnder(path, row.path)) ?? table.at(-1)) as Row

  function report({ id, errorCode }: RequestContext, { started, ...ended }: Ended): void {
    finished({ id, errorCode, ...ended, ms: performance.now() - started })
  }

  function refuse(outgoing: ServerResponse, path: string, context: RequestContext, error: unknown): void {
    const { status, headers, body } = describeError(error, path, context, log)
    outgoing.writeHead(status, { ...headers, connection: 'close' }).end(JSON.stringify(body))
  }

  return {
    async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      const started = performance.now()
      const { method = '', url = '', socket, headers } = incoming
      const sentBefore = socket.bytesWritten
      const path = pathOf(url)
      // At once: a connection that was closed meanwhile has no address.
      const peer = socket.remoteAddress
      const context: RequestContext = {
        id: randomUUID(),
        network: networkOf(peer, headers['x-forwarded-for'] as string | undefined),
      }
      outgoing.setHeader('x-request-id', context.id)
      outgoing.setHeader('x-content-type-options', 'nosniff')
      const { turn, before, handler } = rowOf(path)
      const answer = async () =>
        (await before(incoming, outgoing)) || asCaller(context, () => handler.handle(incoming, outgoing, context))
      const answerInFull = async () => {
        // Gone while it waited.
        if (socket.destroyed) return
        if (reading && method !== 'GET' && method !== 'HEAD') outgoing.setHeader('set-cookie', WROTE)
        await (reading ? reading(hasWritten(headers.cookie), answer) : answer())
      }
      try {
        await (await startInTurn(turn, context.network, answerInFull)).answered
      } catch (error) {
        if (isAppError(error) && !outgoing.headersSent) refuse(outgoing, path, context, error)
        else {
          // Handlers answer their own errors, so this is a bug, and part of a response may have been sent.
          log.error({ err: error, requestId: context.id }, 'unexpected error')
          outgoing.destroy()
        }
      }
      turn.charge(turnKey(context.network), (socket.bytesWritten - sentBefore) / BYTES_PER_MS)
      report(context, { method, path, started, status: outgoing.statusCode })
    },

    async fetch(request: Request, context: RequestContext): Promise<Response> {
      const started = performance.now()
      const path = pathOf(request.url)
      const { handler } = rowOf(path)
      const response = await handler.fetch(request, context)
      const { method } = request
      report(context, { method, path, started, status: response.status })
      return response
    },
  }
}

/** Where guests read from replicas, a browser that wrote something reads from the primary until every replica in use has it. */
const WROTE = 'wrote=1; Path=/; Max-Age=30; SameSite=Lax; HttpOnly'
const hasWritten = (cookies = '') => /(^|; )wrote=1(;|$)/.test(cookies)

/**
 * Bytes cost of the allowance of requests: 200 kB are as much as one more request, so a network gets 10 MB a second after a burst of 200.
 * A feed of 20,000 events, fetched uncompressed by everybody of a flood, is what this is for.
 */
const BYTES_PER_MS = 10_000

/** This machine waits for no turn: a proxy that doesn't say whom it forwards would slow down the whole town. */
const turnKey = (network: string) => (isLoopback(network) ? '' : shareOf(network))

/** Starts an answer in turn, and returns as soon as it yields to others; the rest of it, such as a slow body, is nobody's wait. */
function startInTurn(turn: FairSemaphore, network: string, answer: () => Promise<void>) {
  return turn.run(turnKey(network), async () => {
    const answered = answer()
    // Awaited by the caller.
    answered.catch(() => {})
    await nextTurn()
    return { answered }
  })
}

function isUnder(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}

/** Returns the path without the query. Dots, backslashes and whole addresses are resolved as the handlers resolve them. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (path.startsWith('/') && !/\/\.|\\|%2e/i.test(path)) return path
  const address = url.startsWith('/') ? `http://localhost${url}` : url
  return URL.canParse(address) ? new URL(address).pathname : path
}
