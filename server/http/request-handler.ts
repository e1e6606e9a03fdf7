// Takes every request: gives it an id, finds its row in the URL table, and reports it when it has ended.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { asCaller } from '#runtime/caller.ts'
import type { Log } from '#runtime/log.ts'
import type { NetworkOf } from './network.ts'
import type { FinishedRequest, RequestContext } from './request-context.ts'

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
  finished: (request: FinishedRequest) => void
  log: Log
}

type Ended = { method: string; path: string; status: number; started: number }

export function createRequestHandler({ table, networkOf, finished, log }: RequestHandlerOptions) {
  const rowOf = (path: string) => (table.find(([prefix]) => isUnder(path, prefix)) ?? table.at(-1)) as Row

  function report({ id, errorCode }: RequestContext, { started, ...ended }: Ended): void {
    finished({ id, errorCode, ...ended, ms: performance.now() - started })
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
        // When it is needed: a cached page needs none.
        get network() {
          return networkOf(peer, headers['x-forwarded-for'] as string | undefined)
        },
      }
      outgoing.setHeader('x-request-id', context.id)
      outgoing.setHeader('x-content-type-options', 'nosniff')
      const [, before, handler] = rowOf(path)
      try {
        if (!(await before(incoming, outgoing)))
          await asCaller(context, () => handler.handle(incoming, outgoing, context))
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
