// /calendar/{id}.ics, .rss and .json, and the same of town pages at /town/{id}
import { hours, minutes } from '#domain/durations.ts'
import { guest } from '#server/http/identity.ts'
import type { CalendarVersion } from '#server/public-cache/calendar-version.ts'
import type { Page } from '#server/public-cache/page.ts'
import { readCategories, readFile, readMonth } from './address.ts'
import { alertsEnd } from './alerts.ts'
import { collectionSpan, contentSpan, type FeedContext, listSpan, type Made, made } from './context.ts'
import { calendarText } from './ical/calendar-text.ts'
import { jsonFeed } from './json-feed.ts'
import { readCollection, readContent, readRange } from './read-feed.ts'
import { rss } from './rss.ts'

export async function publicFeed(context: FeedContext, file: string, query: URLSearchParams): Promise<Page> {
  const { pool, siteUrl, headers } = context
  const { id, format } = readFile(file)
  const categories = readCategories(query)
  const month = format === 'json' ? readMonth(query) : null
  const current = await context.calendarVersion(id)
  const isCollection = current?.isCollection
  const place = isCollection ? 'town' : 'calendar'
  const path = `/${place}/${id}.${format}${queryOf({ category: categories?.join(), month })}`
  const address = `${siteUrl}${path}`
  return context.find({
    key: path,
    calendarId: id,
    version: current?.version ?? null,
    lifetime: format === 'ics' ? hours(24) : minutes(5),
    make: format === 'ics' ? makeCalendar : makeList,
  })

  async function makeCalendar(): Promise<Made> {
    const content = isCollection
      ? await readCollection(pool, guest, { calendarId: id, categories: null, ...collectionSpan(context) })
      : await readContent(pool, guest, contentSpan(context, id))
    if (!content) return null
    const text = calendarText(content, { siteUrl, categories, source: address })
    return made(text, content.calendar, headers.ics, alertsEnd([...content.events, ...content.exceptions]))
  }

  async function makeList(): Promise<Made> {
    const span = listSpan(context, month, current as CalendarVersion)
    const read = isCollection ? readCollection : readRange
    const listed = await read(pool, guest, { calendarId: id, categories, ...span })
    if (!listed) return null
    const write = format === 'rss' ? rss : jsonFeed
    const text = write(listed, { siteUrl, feedUrl: address })
    return made(text, listed.calendar, headers[format], alertsEnd(listed.events))
  }
}

function queryOf(parts: Record<string, string | null | undefined>): string {
  const given = Object.entries(parts).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return given.length === 0 ? '' : `?${given.join('&')}`
}
