// Everything that is not another surface's: pages, files, sitemap.xml and robots.txt.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { PublicSettings } from '#domain/public-settings.ts'
import type { Log } from '#runtime/log.ts'
import { createFiles } from './files.ts'
import { securityHeaders } from './headers.ts'
import { createPages } from './pages.ts'
import { robots } from './robots.ts'
import { createSitemap } from './sitemap.ts'

export interface SiteOptions {
  /** Where `react-router build` wrote: holds client/ and server/. */
  buildFolder: string
  settings: PublicSettings
  log: Log
  now?: () => number
}

/** Given the app itself, which answers in this process: pages reach data only through the HTTP surface. */
export type Site = (fetch: typeof globalThis.fetch) => (request: Request) => Promise<Response>

export async function createSite({ buildFolder, settings, log, now }: SiteOptions): Promise<Site> {
  const security = securityHeaders(settings)
  const answerFile = await createFiles(resolve(buildFolder, 'client'), security)
  const build = await loadBuild(buildFolder)

  return (fetch) => {
    const answerPage = createPages({ build, fetch, settings, log, now })
    const answerSitemap = createSitemap({ fetch, settings, now })
    return (request) => answer(request, { security, settings, answerFile, answerPage, answerSitemap })
  }
}

type Answer = (request: Request) => Promise<Response>

interface Parts {
  security: Record<string, string>
  settings: PublicSettings
  answerFile: (request: Request, path: string) => Promise<Response | null>
  answerPage: Answer
  answerSitemap: Answer
}

async function answer(request: Request, parts: Parts): Promise<Response> {
  const { security, settings, answerFile, answerPage, answerSitemap } = parts
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'Only GET and HEAD are answered here.', { ...security, allow: 'GET, HEAD' })
  }
  const path = pathOf(request)
  if (path === null) return plain(400, 'The address cannot be read.', security)
  const file = await answerFile(request, path)
  if (file) return file
  if (path.startsWith('/assets/')) return plain(404, 'There is no such file.', security)
  if (path === '/robots.txt') return robots(settings, security)
  if (path === '/sitemap.xml') return answerSitemap(request)
  if (path !== '/' && path.endsWith('/')) return withoutSlash(request, security)
  return answerPage(request)
}

export async function loadBuild(buildFolder: string): Promise<ServerBuild> {
  return import(pathToFileURL(resolve(buildFolder, 'server/index.js')).href)
}

/** The decoded path; null when its percent signs make no sense. */
function pathOf(request: Request): string | null {
  try {
    return decodeURIComponent(new URL(request.url).pathname)
  } catch {
    return null
  }
}

/** One address a page. Slashes at the start are made one, or the redirect could lead to another host. */
function withoutSlash(request: Request, headers: Record<string, string>): Response {
  const { pathname, search } = new URL(request.url)
  const location = `/${pathname.replace(/^\/+|\/+$/g, '')}${search}`
  return new Response(null, { status: 308, headers: { ...headers, location } })
}

function plain(status: number, text: string, headers: Record<string, string>): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
