import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  matchRoutes,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { siteOf } from './api/load-context.ts'
import { NonceContext } from './api/nonce.ts'
import { startAfterPaint } from './start-script.ts'

// The server uses these exports instead of its own copies: a context key exists only in the copy of the router that created it.
export { createRequestHandler } from 'react-router'
export { createLoadContext } from './api/load-context.ts'

/** Returns a function that tells whether there is a page for a path. What pages load as data has its own ending. */
export function pageFinder({ routes }: Pick<ServerBuild, 'routes'>): (path: string) => boolean {
  const under = (parent: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parent) return []
      const { id, path, index } = route
      return index ? [{ id, path, index }] : [{ id, path, children: under(id) }]
    })
  const tree = under(undefined)
  return (path) => path.endsWith('.data') || matchRoutes(tree, path)?.at(-1)?.route.path !== '*'
}

/**
 * Renders the whole page before it answers. Loaders are awaited anyway, and a finished page can be cached, compressed once, and
 * given an ETag and a content policy that names its scripts by their hashes.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = siteOf(loadContext)
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(startAfterPaint(html, nonce), { status, headers })
}

function renderWhole(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Keeps every part in its place; otherwise a script would move large parts there, and the page must be readable without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        if (failure) return reject(failure)
        resolve(text(pipe(new PassThrough())))
      },
      onShellError: reject,
      onError(error) {
        failure = error
      },
    })
  })
}

/** Logs what loaders and components did not expect. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  // A reader who closed the page is not an error of ours.
  if (!request.signal.aborted) siteOf(context).onError?.(error)
}
