import type { Language } from '../languages.ts'
import type { EmbedOptions } from './options.ts'
import { embedTexts } from './texts.ts'

interface Embedded {
  siteUrl: string
  calendar: { id: string; name: string }
  options: EmbedOptions
}

/** Returns the code for the script version; it falls back to the frame, and then to a link. */
export function scriptCode({ siteUrl, calendar, options }: Embedded): string {
  const given = Object.entries(settingsOf(options)).map(([name, value]) => ` ${name}="${value}"`)
  return `<townbell-calendar calendar="${calendar.id}"${given.join('')}>
  <a href="${siteUrl}/calendar/${calendar.id}">${embedTexts.eventsOf(escaped(calendar.name))}</a>
  <noscript>${frame({ siteUrl, calendar, options })}</noscript>
</townbell-calendar>
<script async src="${siteUrl}/${scriptName(options.language)}"></script>
`
}

export function frameCode(embedded: Embedded, size?: { width: number; height: number }): string {
  return `${frame(embedded, size)}\n`
}

/** There is one script per language. */
function scriptName(language: Language): string {
  return language === 'en' ? 'embed.js' : `embed.${language}.js`
}

/** The frame runs no script, and its sandbox only allows opening links. */
function frame(
  { siteUrl, calendar, options }: Embedded,
  { width, height }: { width: number | string; height: number } = { width: '100%', height: 600 },
): string {
  const address = escaped(embedAddress(siteUrl, calendar.id, options))
  const rights = 'allow-popups allow-popups-to-escape-sandbox'
  return `<iframe src="${address}" title="${embedTexts.eventsOf(escaped(calendar.name))}" width="${width}" height="${height}" loading="lazy" sandbox="${rights}"></iframe>`
}

export function embedAddress(siteUrl: string, calendarId: string, options: EmbedOptions): string {
  const query = new URLSearchParams(settingsOf(options)).toString()
  return `${siteUrl}/embed/${calendarId}${query ? `?${query}` : ''}`
}

/** Returns the options that differ from their defaults. */
function settingsOf({ view, theme, accent, categories, language }: EmbedOptions): Record<string, string> {
  return {
    ...(view === 'list' ? {} : { view }),
    ...(theme === 'auto' ? {} : { theme }),
    ...(accent ? { accent } : {}),
    ...(categories ? { category: categories.join() } : {}),
    ...(language === 'en' ? {} : { lang: language }),
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
