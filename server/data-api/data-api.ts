// /rest/v1, on Node's own request and response: members' screens wait for it, and making Request and Response objects takes Node a
// fifth of a read. Pages read through the same handler, in this process.
import type { Log } from '#runtime/log.ts'
import { describeError } from '#server/http/errors.ts'
import { type Identify, noStoreHeader } from '#server/http/identity.ts'
import { nodeRequest } from '#server/http/node-request.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import type { Handler } from '#server/http/request-handler.ts'
import { answerPage, type Page } from '#server/public-cache/page.ts'
import type { HttpRequest } from '#server/rest/http-request.ts'
import type { Rest } from '#server/rest/rest.ts'

export interface DataApiOptions {
  rest: Rest
  identify: Identify
  /** Describes the database, at the root. */
  openApi: () => Promise<Page>
  /** Headers of every response. */
  headers: Record<string, string>
  log: Log
}

type Answer = Omit<Awaited<ReturnType<Rest['answer']>>, 'body'> & { body: string | Uint8Array | null }

export function createDataApi({ rest, identify, openApi, headers, log }: DataApiOptions): Handler {
  async function answer(request: HttpRequest, context: RequestContext, isOwn: boolean): Promise<Answer> {
    try {
      const identity = await identify(request)
      if (isRoot(request)) return await answerPage(await openApi(), request)
      const answered = await rest.answer(request, { ...identity, network: context.network, isOwn })
      if (identity.userId) Object.assign(answered.headers, noStoreHeader)
      return answered
    } catch (error) {
      const { body, ...refused } = describeError(error, '/rest/v1', context, log)
      return { ...refused, body: request.method === 'HEAD' ? null : JSON.stringify(body) }
    }
  }

  function isRoot({ method, url }: HttpRequest): boolean {
    return (method === 'GET' || method === 'HEAD') && /^\/rest\/v1\/?$/.test(new URL(url).pathname)
  }

  return {
    async handle(incoming, outgoing, context) {
      const { status, headers: own, body } = await answer(nodeRequest(incoming), context, false)
      const sent: Record<string, string> = { ...headers, ...own }
      if (status !== 204 && status !== 304 && incoming.method !== 'HEAD')
        sent['content-length'] = String(Buffer.byteLength(body ?? ''))
      outgoing.writeHead(status, sent).end(body)
    },
    async fetch(request, context) {
      const { body, ...init } = await answer(request, context, true)
      return new Response(body as BodyInit | null, init)
    },
  }
}
