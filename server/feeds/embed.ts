// /embed/{id}
import { dayInZone, monthOf } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { embedAddress } from '#domain/embeds/code.ts'
import { readEmbedOptions } from '#domain/embeds/options.ts'
import type { CalendarState } from '#server/http/calendar-states.ts'
import { guest } from '#server/http/identity.ts'
import type { Page } from '#server/http/page.ts'
import { monthInReach, readFile } from './address.ts'
import { type FeedContext, listSpan, made } from './context.ts'
import { embedPage, embedStyles } from './embed-page.ts'
import { readRange } from './read-feed.ts'

export async function embed(context: FeedContext, calendarId: string, query: URLSearchParams): Promise<Page> {
  const { pool, siteUrl, clock, headers } = context
  const { id } = readFile(`${calendarId}.ics`)
  const options = readEmbedOptions((name) => query.get(name))
  const state = await context.stateOf(id)
  const today = dayInZone(clock.now(), state?.timeZone ?? 'UTC')
  const isMonth = options.view === 'month'
  const month = (isMonth && monthInReach(query.get('month'))) || monthOf(today)
  return context.find({
    key: `${embedAddress(siteUrl, id, options)} ${month}`,
    calendarId: id,
    version: state?.version ?? null,
    // It also shows which day it is.
    lifetime: minutes(1),
    async make() {
      const span = listSpan(context, isMonth ? month : null, state as CalendarState)
      const listed = await readRange(pool, guest, { calendarId: id, categories: options.categories, ...span })
      if (!listed) return null
      const html = embedPage({ ...listed, siteUrl, options, month, today })
      return made(html, listed.calendar, headers.framed(embedStyles(options)))
    },
  })
}
