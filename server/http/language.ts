// In which language a reader wants the pages: the link they followed says it, or the cookie of an earlier one, or the browser.
import { days, inSeconds } from '#domain/durations.ts'
import { type Language, languages } from '#domain/languages.ts'
import type { PublicSettings } from '#domain/public-settings.ts'

export interface AskedLanguage {
  language: Language
  /** The address without `?lang=`: the pages know nothing of it, and one that is kept serves both addresses. */
  url: URL
  /** Whether a link has just chosen it: the cookie stores the choice. */
  isChosen: boolean
}

export function askedLanguage({ url: address, headers }: Request): AskedLanguage {
  const url = new URL(address)
  const chosen = known(url.searchParams.get('lang'))
  if (chosen) url.searchParams.delete('lang')
  return { language: chosen ?? preferredLanguage(headers), url, isChosen: chosen !== null }
}

/** Returns the language of the cookie or the browser. */
export function preferredLanguage(headers: Pick<Headers, 'get'>): Language {
  return known(cookieOf(headers.get('cookie'))) ?? preferred(headers.get('accept-language'))
}

const COOKIE = 'language'

/** Read by this file alone; it says nothing of who reads. */
export function languageCookie(language: Language, { siteUrl }: Pick<PublicSettings, 'siteUrl'>): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${language}; Path=/; Max-Age=${inSeconds(days(365))}; SameSite=Lax; HttpOnly${secure}`
}

function cookieOf(header: string | null): string | null {
  return header?.match(/(?:^|;\s*)language=([^;]*)/)?.[1]?.trim() ?? null
}

/** The first of ours among what a browser prefers: `es-MX,es;q=0.9,en;q=0.8`. */
function preferred(header: string | null): Language {
  const wishes = (header ?? '').split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { language: known(tag.split('-')[0]), quality: quality === undefined ? 1 : Number(quality) }
  })
  const ours = wishes.filter(({ language, quality }) => language !== null && quality > 0 && quality <= 1)
  // Sorting keeps the order of those that are wished for equally.
  return ours.sort((one, other) => other.quality - one.quality)[0]?.language ?? 'en'
}

function known(text: string | null | undefined): Language | null {
  return languages.find((language) => language === text) ?? null
}
