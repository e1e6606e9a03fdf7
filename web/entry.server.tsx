import { Writable } from 'node:stream'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
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
  const { nonce, takeHtml } = siteOf(loadContext)
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  await readAhead(routerContext)
  const text = renderToString(page)
  const html = text.includes(UNFINISHED) ? await renderWaiting(page, nonce) : `<!DOCTYPE html>${text}`
  headers.set('content-type', 'text/html; charset=utf-8')
  const whole = startAfterPaint(html, nonce)
  takeHtml?.(whole)
  return new Response(takeHtml ? null : whole, { status, headers })
}

/** What React writes where a part was not there, after `<!--`, which begins in too many places to look for: one whose code is loaded when first shown, or that failed. */
const UNFINISHED = '$!-->'

/**
 * The router writes what loaders gave into the page piece by piece, as it comes out of a stream. It is all there, so it is put
 * where the router keeps what it has read, and the page is rendered in one go (docs/decisions/0052).
 */
async function readAhead(context: EntryContext): Promise<void> {
  const { serverHandoffStream, renderMeta } = context
  if (!serverHandoffStream || !renderMeta) return
  const decoder = new TextDecoder()
  const pieces = []
  for await (const piece of serverHandoffStream) {
    pieces.push({ done: false, value: decoder.decode(piece, { stream: true }) })
  }
  pieces.push({ done: true, value: '' })
  renderMeta.streamCache = pieces.map((result) => Object.assign(Promise.resolve(), { result }))
  // Nothing reads it any more, but each rendering asks it for a reader, and it gives one only once.
  context.serverHandoffStream = { getReader: () => null } as unknown as ReadableStream<Uint8Array>
}

function renderWaiting(page: React.ReactNode, nonce: string): Promise<string> {
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
