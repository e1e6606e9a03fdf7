// The site while developing: the same pages, straight from their source, changing as files change.
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { EntryModule } from './pages.ts'
import { robots } from './robots.ts'
import { publicSettings } from './settings.ts'
import type { Site, SiteOptions } from './site.ts'
import { createSitemap } from './sitemap.ts'

/** Called as createSite is; `close` ends the watching. */
export function createDevSite({ fetch, config, log }: SiteOptions): Site & { close(): Promise<void> } {
  const settings = publicSettings(config)
  const answerSitemap = createSitemap({ fetch, settings })
  const starting = startVite()

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/robots.txt') return robots(settings, securityHeaders(settings))
    if (pathname === '/sitemap.xml') return answerSitemap(request)
    const { filesUrl } = await starting
    if (looksLikeFile(pathname)) {
      const file = await globalThis.fetch(filesUrl + pathname + search, { headers: request.headers })
      if (!file.headers.has(MISS)) return unpacked(file)
    }
    return page(request)
  }

  async function page(request: Request): Promise<Response> {
    const { vite } = await starting
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const { createLoadContext, createRequestHandler } = build.entry.module as unknown as EntryModule
    const onError = (err: unknown) => log.error({ err, path: new URL(request.url).pathname }, 'a page failed')
    const context = createLoadContext({ fetch, settings, nonce: MARK, onError })
    return withoutMarks(await createRequestHandler(build, 'development')(request, context))
  }

  return Object.assign(answer, { close: async () => (await starting).close() })
}

const MISS = 'x-vite-miss'
const MARK = 'development'
/** A response that says something of frames is not given the headers of data, under which no script would run. */
const NOT_FRAMED = ['x-frame-options', 'DENY'] as const

/** Pages of production have no marks either, and React in the browser expects none. */
async function withoutMarks(page: Response): Promise<Response> {
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page
  const response = new Response((await page.text()).replaceAll(` nonce="${MARK}"`, ''), page)
  response.headers.set(...NOT_FRAMED)
  return response
}

/** Vite speaks Node's requests and this site the web's, so it listens beside us; hot updates reach it there, too. */
async function startVite() {
  const files = createHttpServer()
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const { port } = files.address() as AddressInfo
  // Imported here: production starts without Vite.
  const { createServer } = await import('vite')
  const options = { middlewareMode: true, ws: { server: files, clientPort: port } } as const
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const vite = await withoutSignals(() => createServer({ root, appType: 'custom', server: options }))
  files.on('request', (request, response) => {
    vite.middlewares(request, response, () => response.writeHead(404, { [MISS]: '1' }).end())
  })
  async function close(): Promise<void> {
    await vite.close()
    files.close()
    files.closeAllConnections()
  }
  return { vite, filesUrl: `http://127.0.0.1:${port}`, close }
}

/** A helper of Vite's ends the process on SIGTERM and when the input ends, before our database has stopped. It may not. */
async function withoutSignals<Made>(make: () => Promise<Made>): Promise<Made> {
  const places = [
    { emitter: process, event: 'SIGTERM' },
    { emitter: process.stdin, event: 'end' },
  ]
  const before = places.map(({ emitter, event }) => new Set(emitter.listeners(event)))
  const made = await make()
  for (const [index, { emitter, event }] of places.entries()) {
    for (const listener of emitter.listeners(event)) {
      if (!before[index]?.has(listener)) emitter.off(event, listener as () => void)
    }
  }
  return made
}

function looksLikeFile(path: string): boolean {
  return /^\/(@|web\/|domain\/|node_modules\/)|\.\w+$/.test(path) && !path.endsWith('.data')
}

/** fetch has decompressed the body already. */
function unpacked(file: Response): Response {
  const headers = new Headers(file.headers)
  headers.set(...NOT_FRAMED)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(file.body, { status: file.status, headers })
}
