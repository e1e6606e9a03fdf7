// Takes every request: gives it an id, finds its row in the URL table, and reports it when it has ended.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { tooManyTries } from '#domain/texts/limits.ts'
import { asCaller, shareOf } from '#runtime/caller.ts'
import type { Log } from '#runtime/log.ts'
import { isLoopback } from '#runtime/loopback.ts'
import { describeError } from './errors.ts'
import type { NetworkOf } from './network.ts'
import type { FinishedRequest, RequestContext } from './request-context.ts'
import { createRequestRate, type RequestRate } from './request-rate.ts'

/** Answers requests from the network, and those that pages make in this process. */
export interface Handler {
  handle(incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext): Promise<void>
  fetch(request: Request, context: RequestContext): Response | Promise<Response>
}

/** Runs before the handler, and returns whether it has answered. */
type Before = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean | Promise<boolean>

export type Row = [path: string, before: Before, handler: Handler]

export interface RequestHandlerOptions {
  /** A request takes the first row whose path begins its own; the last row takes the rest. */
  table: Row[]
  networkOf: NetworkOf
  rate?: RequestRate
  /** Of /webhooks. */
  webhookRate?: RequestRate
  /** Lets a request read from one database. `fresh` is for those who have just written something. */
  reading?: <T>(fresh: boolean, work: () => T) => T
  finished: (request: FinishedRequest) => void
  log: Log
}

/** A page and its files are forty requests on the first visit, and three on the next. A school sits behind one address. */
const REQUEST_RATE = { perSecond: 50, burst: 1000 }
/** Twilio reports each text two or three times, and does not repeat a report that got 429. A wrong signature costs a hash. */
const WEBHOOK_RATE = { perSecond: 500, burst: 5000 }
/** A network's connections are spread over the processes, so that each counts its part. */
export const rateOfEach = (processes: number): RequestRate => ({
  perSecond: REQUEST_RATE.perSecond / processes,
  burst: REQUEST_RATE.burst / processes,
})

/** In seconds. */
const RETRY_AFTER = 5

type Ended = { method: string; path: string; status: number; started: number }

export function createRequestHandler({
  table,
  networkOf,
  rate = REQUEST_RATE,
  webhookRate = WEBHOOK_RATE,
  reading,
  finished,
  log,
}: RequestHandlerOptions) {
  const requestRate = createRequestRate(rate)
  const reportRate = createRequestRate(webhookRate)

  function waitOf(path: string, network: string): number | null {
    if (isLoopback(network)) return 0
    return (isUnder(path, '/webhooks') ? reportRate : requestRate)(shareOf(network))
  }

  const rowOf = (path: string) => (table.find(([prefix]) => isUnder(path, prefix)) ?? table.at(-1)) as Row

  function report({ id, errorCode }: RequestContext, { started, ...ended }: Ended): void {
    finished({ id, errorCode, ...ended, ms: performance.now() - started })
  }

  function refuse(outgoing: ServerResponse, path: string, context: RequestContext): void {
    const error = new AppError('over_request_rate_limit', 429, tooManyTries(RETRY_AFTER), { retryAfter: RETRY_AFTER })
    const { status, headers, body } = describeError(error, path, context, log)
    outgoing.writeHead(status, { ...headers, connection: 'close' }).end(JSON.stringify(body))
  }

  return {
    async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      const started = performance.now()
      const { method = '', url = '', socket, headers } = incoming
      const path = pathOf(url)
      // At once: a connection that was closed meanwhile has no address.
      const peer = socket.remoteAddress
      const context: RequestContext = {
        id: randomUUID(),
        peer,
        network: networkOf(peer, headers['x-forwarded-for'] as string | undefined),
      }
      outgoing.setHeader('x-request-id', context.id)
      outgoing.setHeader('x-content-type-options', 'nosniff')
      const [, before, handler] = rowOf(path)
      try {
        const wait = waitOf(path, context.network)
        if (wait === null) refuse(outgoing, path, context)
        else if (await isHereAfter(wait, incoming)) {
          if (reading && method !== 'GET' && method !== 'HEAD') outgoing.setHeader('set-cookie', WROTE)
          const answer = async () =>
            (await before(incoming, outgoing)) || asCaller(context, () => handler.handle(incoming, outgoing, context))
          await (reading ? reading(hasWritten(headers.cookie), answer) : answer())
        }
      } catch (error) {
        // Handlers answer their own errors, so this is a bug, and part of a response may have been sent.
        log.error({ err: error, requestId: context.id }, 'unexpected error')
        outgoing.destroy()
      }
      report(context, { method, path, started, status: outgoing.statusCode })
    },

    async fetch(request: Request, context: RequestContext): Promise<Response> {
      const started = performance.now()
      const path = pathOf(request.url)
      const [, , handler] = rowOf(path)
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

/** Waits, and returns whether the caller is still there. */
async function isHereAfter(ms: number, { socket }: IncomingMessage): Promise<boolean> {
  if (ms > 0) await sleep(ms)
  return !socket.destroyed
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
