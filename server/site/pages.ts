import { randomBytes } from 'node:crypto'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import { hours, minutes } from '#domain/durations.ts'
import type { Language } from '#domain/languages.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import type { Log } from '#runtime/log.ts'
import type { StateOf } from '#server/http/calendar-states.ts'
import { createKeptPages } from '#server/http/kept-pages.ts'
import { askedLanguage, languageCookie } from '#server/http/language.ts'
import { answerPage, makePage, type Page } from '#server/http/page.ts'
import { withoutSecrets } from '#server/http/request-log.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { contentPolicy, nameInline } from './headers.ts'

/** What web/entry.server.tsx adds to a build. */
export interface EntryModule {
  createRequestHandler: typeof createRequestHandler
  createLoadContext(site: {
    fetch: typeof fetch
    settings: PublicSettings
    nonce: string
    onError: (error: unknown) => void
  }): RouterContextProvider
}

export interface PagesOptions {
  buildIn: (language: Language) => Promise<ServerBuild>
  /** Answers in this process. */
  fetch: typeof fetch
  stateOf: StateOf
  settings: PublicSettings
  log: Log
  now?: () => number
}

/** A route says with this header that its page may be kept: `static`, or `calendar {id} {version}`. It is not sent on. */
const KEEP = 'x-keep-page'

/** Renders pages through React Router, and keeps those that are the same for everybody. */
export function createPages({ buildIn, fetch, stateOf, settings, log, now = Date.now }: PagesOptions) {
  const nonce = randomBytes(18).toString('base64url')
  const renderers = new Map<Language, Promise<Renderer>>()
  const security = securityHeaders(settings)
  const kept = createKeptPages({ now })
  const underWay = new Map<string, Promise<Page | Response>>()

  return async function answer(request: Request): Promise<Response> {
    const { language, url, isChosen } = askedLanguage(request)
    const key = keyOf(url, language)
    const page = (key && (await find(key))) || (await share(key, () => render(url, language, key)))
    const response = page instanceof Response ? page.clone() : await answerPage(page, request)
    return isChosen ? withCookie(response, languageCookie(language, settings)) : response
  }

  async function find(key: string): Promise<Page | null> {
    const found = kept.get(key)
    if (!found) return null
    const { page, calendar } = found
    if (calendar === null) return page
    // While the database is away, rendering anew says so in a page of its own.
    const state = await stateOf(calendar.id).catch(() => null)
    if (state?.version === calendar.version) return page
    kept.drop(key)
    return null
  }

  /** Readers who arrive together for a page that is not kept yet wait for one rendering. */
  function share(key: string | null, make: () => Promise<Page | Response>): Promise<Page | Response> {
    if (!key) return make()
    const running = underWay.get(key)
    if (running) return running
    const made = make().finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }

  async function render(url: URL, language: Language, key: string | null): Promise<Page | Response> {
    const { createLoadContext, handle } = await rendererIn(language)
    const onError = (err: unknown) => log.error({ err, path: withoutSecrets(url.pathname) }, 'a page failed')
    // Rendered for whoever comes next, too: nothing of this reader goes in, and their leaving does not stop it.
    const context = createLoadContext({ fetch, settings, nonce, onError })
    const response = await handle(new Request(url, { headers: { accept: 'text/html' } }), context)
    const headers: Record<string, string> = {
      ...security,
      'content-language': language,
      vary: 'accept-language, cookie',
      ...Object.fromEntries(response.headers),
    }
    const keep = headers[KEEP]
    delete headers[KEEP]
    if (!response.body) return new Response(null, { status: response.status, headers })
    if (response.status === 503) headers['retry-after'] ??= '2'
    headers['cache-control'] ??= response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store'

    const isHtml = response.headers.get('content-type')?.startsWith('text/html')
    const page = isHtml
      ? htmlPage(await response.text(), response.status, headers)
      : makePage(new Uint8Array(await response.arrayBuffer()), response.status, headers)
    if (key && keep && response.status === 200) kept.set(key, page, lifeOf(keep))
    return page
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

  /** A calendar's page also shows today and how many members there are, so it does not outlive a minute either. */
  function lifeOf(keep: string) {
    const [kind, id = '', version = ''] = keep.split(' ')
    if (kind !== 'calendar') return { calendar: null, expires: now() + hours(24) }
    return { calendar: { id, version }, expires: now() + minutes(1) }
  }
}

/** An answer of its own: one that is repeated to others sets nothing. */
function withCookie(response: Response, cookie: string): Response {
  const answer = new Response(response.body, response)
  answer.headers.set('set-cookie', cookie)
  return answer
}

type Renderer = ReturnType<typeof rendererOf>

function rendererOf(build: ServerBuild) {
  const { createLoadContext, createRequestHandler } = build.entry.module as unknown as EntryModule
  return { createLoadContext, handle: createRequestHandler(build, 'production') }
}

/** Only addresses that pages link to are kept; made-up queries must not push them out. */
function keyOf({ pathname, search }: URL, language: Language): string | null {
  return search === '' || /^\?(month=\d{4}-\d{2}|view=(?:week|agenda|day)|plan=\w{1,20}|mode=signup)$/.test(search)
    ? `${language} ${pathname}${search}`
    : null
}
