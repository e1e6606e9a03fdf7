// /calendar/{id}.ics, .rss and .json
import { hours, minutes } from '#domain/durations.ts'
import type { CalendarState } from '#server/http/calendar-states.ts'
import { guest } from '#server/http/identity.ts'
import type { Page } from '#server/http/page.ts'
import { readCategories, readFile, readMonth } from './address.ts'
import { contentSpan, type FeedContext, listSpan, made } from './context.ts'
import { calendarText } from './ical/calendar-text.ts'
import { jsonFeed } from './json-feed.ts'
import type { Made } from './kept-feeds.ts'
import { readContent, readRange } from './read-feed.ts'
import { rss } from './rss.ts'

export async function publicFeed(context: FeedContext, file: string, query: URLSearchParams): Promise<Page> {
  const { pool, siteUrl, headers } = context
  const { id, format } = readFile(file)
  const categories = readCategories(query)
  const month = format === 'json' ? readMonth(query) : null
  const address = `${siteUrl}/calendar/${id}.${format}${queryOf({ category: categories?.join(), month })}`
  const state = await context.stateOf(id)
  return context.find({
    key: address,
    calendarId: id,
    version: state?.version ?? null,
    lifetime: format === 'ics' ? hours(24) : minutes(5),
    make: format === 'ics' ? makeCalendar : makeList,
  })

  async function makeCalendar(): Promise<Made> {
    const content = await readContent(pool, guest, contentSpan(context, id))
    if (!content) return null
    return made(calendarText(content, { siteUrl, categories, source: address }), content.calendar, headers.ics)
  }

  async function makeList(): Promise<Made> {
    const span = listSpan(context, month, state as CalendarState)
    const listed = await readRange(pool, guest, { calendarId: id, categories, ...span })
    if (!listed) return null
    const write = format === 'rss' ? rss : jsonFeed
    return made(write(listed, { siteUrl, feedUrl: address }), listed.calendar, headers[format])
  }
}

function queryOf(parts: Record<string, string | null | undefined>): string {
  const given = Object.entries(parts).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return given.length === 0 ? '' : `?${given.join('&')}`
}
