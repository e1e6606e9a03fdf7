// /embed/{id}
import { dayInZone, monthOf } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { embedAddress } from '#domain/embeds/code.ts'
import { readEmbedOptions } from '#domain/embeds/options.ts'
import { guest } from '#server/http/identity.ts'
import type { CalendarVersion } from '#server/public-cache/calendar-version.ts'
import type { Page } from '#server/public-cache/page.ts'
import { monthInReach, readFile } from './address.ts'
import { type FeedContext, listSpan, made } from './context.ts'
import { embedPage, embedStyles } from './embed-page.ts'
import { readCollection, readRange } from './read-feed.ts'

export async function embed(context: FeedContext, calendarId: string, query: URLSearchParams): Promise<Page> {
  const { pool, siteUrl, clock, headers } = context
  const { id } = readFile(`${calendarId}.ics`)
  const options = readEmbedOptions((name) => query.get(name))
  const current = await context.calendarVersion(id)
  const today = dayInZone(clock.now(), current?.timeZone ?? 'UTC')
  const isMonth = options.view === 'month'
  const asked = isMonth ? monthInReach(query.get('month')) : null
  const month = asked ?? monthOf(today)
  const path = embedAddress('', id, options)
  return context.find({
    key: asked ? `${path}${path.includes('?') ? '&' : '?'}month=${asked}` : path,
    calendarId: id,
    version: current?.version ?? null,
    // It also shows which day it is.
    lifetime: minutes(1),
    async make() {
      const span = listSpan(context, isMonth ? month : null, current as CalendarVersion)
      const read = current?.isCollection ? readCollection : readRange
      const listed = await read(pool, guest, {
        calendarId: id,
        categories: options.categories,
        language: options.language,
        ...span,
      })
      if (!listed) return null
      const html = embedPage({ ...listed, siteUrl, options, month, today })
      return made(html, listed.calendar, headers.framed(embedStyles(options)))
    },
  })
}
