import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { siteOf } from './api/load-context.ts'
import { NonceContext } from './api/nonce.ts'
import { startAfterPaint } from './start-script.ts'

// The server takes both from here: a context is known only to the copy of the router that made it, and the build holds its own.
export { createRequestHandler } from 'react-router'
export { createLoadContext } from './api/load-context.ts'

/**
 * The whole page as one text. Loaders are awaited anyway, so streaming would gain nothing; a finished page can be kept,
 * compressed once, and given an ETag and a policy that names its scripts by their hashes.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = siteOf(loadContext)
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const html = startAfterPaint(await render(page, nonce), nonce)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

function render(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Never a piece at the end that a script puts in its place: the page is read without scripts too.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        if (failure) return reject(failure)
        pipe(collecting(resolve))
      },
      onShellError: reject,
      onError(error) {
        failure = error
      },
    })
  })
}

/** React writes a page in hundreds of small pieces: they are put together as bytes and read as text once. */
function collecting(done: (text: string) => void): Writable {
  const pieces: Buffer[] = []
  return new Writable({
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece)
      next()
    },
    final(next) {
      done(Buffer.concat(pieces).toString())
      next()
    },
  })
}

/** What loaders and components did not expect goes to the site's log. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  // A reader who went away is no error of ours.
  if (!request.signal.aborted) siteOf(context).onError?.(error)
}
