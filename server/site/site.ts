// Everything that is not another surface's: pages, files, sitemap.xml, robots.txt and security.txt.
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { withoutEnd } from '#domain/characters.ts'
import { type Language, languages } from '#domain/languages.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { PublicCache } from '#server/public-cache/public-response-cache.ts'
import { createExampleMail } from './example-mail.ts'
import { createFiles } from './files.ts'
import { createPages, type InTurn } from './pages.ts'
import { robots } from './robots.ts'
import { securityTxt } from './security-txt.ts'
import { publicSettings } from './settings.ts'
import { createSitemap } from './sitemap.ts'

export interface SiteOptions {
  /** The app itself, answering in this process: pages reach data only through the HTTP surface. */
  fetch: typeof globalThis.fetch
  cache: PublicCache
  /** Makes a page when it is the visitor's turn. */
  inTurn: InTurn
  config: Config
  log: Log
  now?: () => number
  /** Where bin/build-web.ts wrote: holds a folder for each language, with client/ and server/ in it. */
  buildFolder?: string
}

export type Site = (request: Request) => Promise<Response>

const BUILD = fileURLToPath(new URL('../../build', import.meta.url))

export function createSite(options: SiteOptions): Site {
  const loaded = load(options)
  // Told by the first request, with its id in the log; an unhandled rejection would end the process instead.
  loaded.catch(() => {})
  return async (request) => answer(request, await loaded)
}

async function load({
  fetch,
  cache,
  inTurn,
  config,
  log,
  now = Date.now,
  buildFolder = BUILD,
}: SiteOptions): Promise<Parts> {
  const settings = publicSettings(config)
  const security = securityHeaders(settings)
  const folders = languages.map((language) => resolve(buildFolder, language))
  const buildIn = (language: Language): Promise<ServerBuild> =>
    import(pathToFileURL(resolve(buildFolder, language, 'server/index.js')).href)
  // The other language is loaded for its first reader.
  await buildIn('en')
  return {
    settings,
    security,
    answerFile: await createFiles(
      folders.map((folder) => resolve(folder, 'client')),
      security,
    ),
    answerExampleMail: createExampleMail({ settings, postalAddress: config.postalAddress, security, now }),
    answerPage: createPages({ buildIn, fetch, cache, inTurn, settings, log, now }),
    answerSecurityTxt: () => securityTxt(config, now(), security),
    answerSitemap: createSitemap({ fetch, settings, now }),
  }
}

type Answer = (request: Request) => Promise<Response>

interface Parts {
  security: Record<string, string>
  settings: PublicSettings
  answerFile: (request: Request, path: string) => Promise<Response | null>
  answerExampleMail: (request: Request) => Response
  answerPage: Answer
  answerSecurityTxt: () => Response
  answerSitemap: Answer
}

async function answer(request: Request, parts: Parts): Promise<Response> {
  const { security, settings, answerExampleMail, answerFile, answerPage, answerSecurityTxt, answerSitemap } = parts
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'Only GET and HEAD are answered here.', { ...security, allow: 'GET, HEAD' })
  }
  const path = pathOf(request)
  if (path === null) return plain(400, "This address isn't valid.", security)
  const file = await answerFile(request, path)
  if (file) return file
  if (path.startsWith('/assets/')) return plain(404, "This file doesn't exist.", security)
  if (path === '/robots.txt') return robots(settings, security)
  if (path === '/.well-known/security.txt') return answerSecurityTxt()
  // Where password managers lead.
  if (path === '/.well-known/change-password')
    return new Response(null, { status: 302, headers: { ...security, location: '/account' } })
  if (path === '/sitemap.xml') return answerSitemap(request)
  if (path === '/example-mail') return answerExampleMail(request)
  // The installed app starts there. Its service worker knows a better page: the dashboard, or the calendar that was seen last.
  if (path === '/start') return new Response(null, { status: 302, headers: { ...security, location: '/' } })
  if (path !== '/' && (path.endsWith('/') || path.startsWith('//'))) return withoutSlashes(request, security)
  return answerPage(request)
}

/** The decoded path; null when its percent signs make no sense. */
function pathOf(request: Request): string | null {
  try {
    return decodeURIComponent(new URL(request.url).pathname)
  } catch {
    return null
  }
}

/** One address a page. Slashes at the start are made one, or the redirect, or a link of the page, could lead to another host. */
function withoutSlashes(request: Request, headers: Record<string, string>): Response {
  const { pathname, search } = new URL(request.url)
  const location = `/${withoutEnd(pathname.replace(/^\/+/, ''), '/')}${search}`
  return new Response(null, { status: 308, headers: { ...headers, location } })
}

function plain(status: number, text: string, headers: Record<string, string>): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
