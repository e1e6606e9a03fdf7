// The site while developing: the same pages, straight from their source, changing as files change.
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { PublicSettings } from '#domain/public-settings.ts'
import type { Log } from '#runtime/log.ts'
import { securityHeaders } from './headers.ts'
import { robots } from './robots.ts'
import type { Site } from './site.ts'
import { createSitemap } from './sitemap.ts'

interface DevSiteOptions {
  /** The project's folder. */
  root: string
  settings: PublicSettings
  log: Log
}

type DevBuild = ServerBuild & {
  entry: { module: { createLoadContext(site: object): RouterContextProvider } }
}

const MISS = 'x-vite-miss'

export async function createDevSite({
  root,
  settings,
  log,
}: DevSiteOptions): Promise<{ site: Site; close(): Promise<void> }> {
  // Vite speaks Node's requests and this site the web's, so it listens beside us; hot updates reach it there, too.
  const files = createHttpServer()
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const { port } = files.address() as AddressInfo
  // Imported here: production starts without Vite.
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: files, clientPort: port } },
  })
  files.on('request', (request, response) => {
    vite.middlewares(request, response, () => response.writeHead(404, { [MISS]: '1' }).end())
  })

  const site: Site = (fetch) => {
    const answerSitemap = createSitemap({ fetch, settings })
    return async (request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname === '/robots.txt') return robots(settings, securityHeaders(settings))
      if (pathname === '/sitemap.xml') return answerSitemap(request)
      if (/^\/(@|web\/|domain\/|node_modules\/)|\.\w+$/.test(pathname) && !pathname.endsWith('.data')) {
        const file = await globalThis.fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
          headers: request.headers,
        })
        if (!file.headers.has(MISS)) return unpacked(file)
      }
      return page(request, fetch)
    }
  }

  async function page(request: Request, fetch: typeof globalThis.fetch): Promise<Response> {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as DevBuild
    const onError = (err: unknown) => log.error({ err, path: new URL(request.url).pathname }, 'a page failed')
    const context = build.entry.module.createLoadContext({ fetch, settings, nonce: 'development', onError })
    return createRequestHandler(build, 'development')(request, context)
  }

  async function close(): Promise<void> {
    await vite.close()
    files.close()
    files.closeAllConnections()
  }

  return { site, close }
}

/** fetch has decompressed the body already. */
function unpacked(file: Response): Response {
  const headers = new Headers(file.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(file.body, { status: file.status, headers })
}
