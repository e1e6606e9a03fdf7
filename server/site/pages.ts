import { randomBytes } from 'node:crypto'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import { hours, minutes } from '#domain/durations.ts'
import { isAppError } from '#domain/errors.ts'
import type { Language } from '#domain/languages.ts'
import { PAGE_CACHE_HEADER, readPageCacheHeader } from '#domain/page-cache-header.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import type { Log } from '#runtime/log.ts'
import { askedLanguage, languageCookie } from '#server/http/language.ts'
import { withoutSecrets } from '#server/http/request-log.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { makePage, type Page, pageResponse } from '#server/public-cache/page.ts'
import type { CacheScope, Made, PublicCache } from '#server/public-cache/public-response-cache.ts'
import { contentPolicy, nameInline } from './headers.ts'

/** What web/entry.server.tsx adds to a build. */
export interface EntryModule {
  createRequestHandler: typeof createRequestHandler
  pageFinder(build: ServerBuild): (path: string) => boolean
  createLoadContext(site: {
    fetch: typeof fetch
    settings: PublicSettings
    nonce: string
    onError: (error: unknown) => void
  }): RouterContextProvider
}

/** Does work when it is the caller's turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export interface PagesOptions {
  buildIn: (language: Language) => Promise<ServerBuild>
  /** Answers in this process. */
  fetch: typeof fetch
  cache: PublicCache
  inTurn: InTurn
  settings: PublicSettings
  log: Log
  now?: () => number
}

/** Renders pages through React Router, and caches those that are the same for everybody. */
export function createPages({ buildIn, fetch, cache, inTurn, settings, log, now = Date.now }: PagesOptions) {
  const nonce = randomBytes(18).toString('base64url')
  const renderers = new Map<Language, Promise<Renderer>>()
  const security = securityHeaders(settings)

  return async function answer(request: Request): Promise<Response> {
    const { language, url: asked, isChosen } = askedLanguage(request)
    const { hasPage } = await rendererIn(language)
    // One page of each language for all addresses where there is none: made-up ones must not be rendered again and again.
    const url = hasPage(asked.pathname) ? asked : new URL(MISSING, asked)
    const key = cacheKey(url, language)
    const make = () => render(url, language)
    // The turn comes before joining those who wait for the same page: they must not wait for a turn of another.
    const page = await inTurn(async () => (key ? cache.findOrMake(key, make) : (await make()).page)).catch(refusal)
    const response = await pageResponse(page, request)
    if (isChosen) response.headers.set('set-cookie', languageCookie(language, settings))
    return response
  }

  /** A page that says that it isn't the visitor's turn. */
  function refusal(error: unknown): Page {
    if (!isAppError(error)) throw error
    const { message, status, retryAfter } = error
    return htmlPage(`<!doctype html><meta charset="utf-8"><title>Townbell</title><p>${message}</p>`, status, {
      ...security,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(retryAfter ?? 2),
    })
  }

  async function render(url: URL, language: Language): Promise<Made> {
    const { createLoadContext, handle } = await rendererIn(language)
    const onError = (err: unknown) => log.error({ err, path: withoutSecrets(url.pathname) }, 'a page failed')
    // The page is for other readers too: nothing of this one goes in, and their leaving does not stop it.
    const context = createLoadContext({ fetch, settings, nonce, onError })
    const response = await handle(new Request(url, { headers: { accept: 'text/html' } }), context)
    const { [PAGE_CACHE_HEADER]: caching, ...given } = Object.fromEntries(response.headers)
    const headers: Record<string, string> = {
      ...security,
      'content-language': language,
      vary: 'accept-language, cookie',
      ...given,
    }
    if (response.status === 503) headers['retry-after'] ??= '2'
    headers['cache-control'] ??= response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store'

    const isHtml = headers['content-type']?.startsWith('text/html')
    const page = isHtml
      ? htmlPage(await response.text(), response.status, headers)
      : makePage(new Uint8Array(await response.arrayBuffer()), response.status, headers)
    const isSame = response.status === 200 || url.pathname === MISSING
    return { page, scope: caching && isSame ? scopeOf(caching) : undefined }
  }

  function rendererIn(language: Language): Promise<Renderer> {
    const renderer = renderers.get(language) ?? buildIn(language).then(rendererOf)
    renderers.set(language, renderer)
    return renderer
  }

  function htmlPage(text: string, status: number, headers: Record<string, string>): Page {
    const { html, inline } = nameInline(text, nonce)
    return makePage(html, status, { ...headers, 'content-security-policy': contentPolicy(settings, inline) })
  }

  /** A calendar's page also shows the date and the number of members, so it lives a minute at most. */
  function scopeOf(caching: string): CacheScope {
    const on = readPageCacheHeader(caching)
    if (typeof on === 'object') return { calendar: on, expires: now() + minutes(1) }
    return { calendar: null, expires: now() + (on === 'dated' ? minutes(10) : hours(24)) }
  }
}

type Renderer = ReturnType<typeof rendererOf>

function rendererOf(build: ServerBuild) {
  const { createLoadContext, createRequestHandler, pageFinder } = build.entry.module as unknown as EntryModule
  return { createLoadContext, handle: createRequestHandler(build, 'production'), hasPage: pageFinder(build) }
}

/** No page has this path. */
const MISSING = '/missing'

/** Only addresses that pages link to are cached; made-up queries must not evict them. */
function cacheKey({ pathname, search }: URL, language: Language): string | null {
  return search === '' || /^\?(month=\d{4}-\d{2}|view=(?:week|agenda|day)|plan=\w{1,20}|mode=signup)$/.test(search)
    ? `${language} ${pathname}${search}`
    : null
}
