// What programs read: calendars as iCalendar, RSS and JSON Feed, by address. The same for everybody, or one member's own.
import { Hono } from 'hono'
import type pg from 'pg'
import { runScoped } from '#database/scope.ts'
import { monthBounds } from '#domain/dates.ts'
import { days, hours, minutes } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import type { Clock } from '#runtime/clock.ts'
import { guest, type IdentityVariables } from '#server/http/identity.ts'
import { answerPage, makePage } from '#server/http/page.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { type Format, readCategories, readFile, readMonth } from './address.ts'
import type { FeedCalendar } from './feed.ts'
import { gathering } from './gathering.ts'
import { calendarText } from './ical/calendar-text.ts'
import { jsonFeed } from './json-feed.ts'
import { createKeptFeeds, type Made } from './kept-feeds.ts'
import { createPrivateFeeds } from './private-feeds.ts'
import { memberReader, type Reader, readContent, readEvent, readRange } from './read-feed.ts'
import { rss } from './rss.ts'

export interface FeedsOptions {
  pool: pg.Pool
  siteUrl: string
  linkSecret: string
  clock: Clock
}

/** Programs keep what they have read; a feed goes back this far for those that are new to it. */
const PAST = days(366)
const UPCOMING_MAX = 100
/** A month of a very busy calendar. */
const MONTH_MAX = 1000

export function createFeeds({ pool, siteUrl, linkSecret, clock }: FeedsOptions) {
  const now = () => clock.now().getTime()
  const find = createKeptFeeds({ now })
  const openPrivate = createPrivateFeeds({ pool, linkSecret })
  const stateOf = gathering((ids) => readStates(pool, ids))
  const headers = feedHeaders(siteUrl)
  const app = new Hono<IdentityVariables>()

  app.get('/calendar/:file{[^/]+\\.(?:ics|rss|json)}', async (c) => {
    const { id, format } = readFile(c.req.param('file'))
    const query = new URL(c.req.url).searchParams
    const categories = readCategories(query)
    const month = format === 'json' ? readMonth(query) : null
    const calendar = await stateOf(id)
    const address = `${siteUrl}/calendar/${id}.${format}${queryOf({ category: categories?.join(), month })}`
    const page = await find({
      key: address,
      calendarId: id,
      version: calendar?.version ?? null,
      lifetime: format === 'ics' ? hours(24) : minutes(5),
      make: () => (format === 'ics' ? makeCalendar() : makeList(format)),
    })
    return answerPage(page, c.req.raw)

    async function makeCalendar(): Promise<Made> {
      const content = await readContent(pool, guest, spanOf(id))
      if (!content) return null
      return made(calendarText(content, { siteUrl, categories, source: address }), content.calendar, headers.ics)
    }

    async function makeList(kind: Exclude<Format, 'ics'>): Promise<Made> {
      const listed = await readRange(pool, guest, { calendarId: id, categories, ...datesOf(calendar as State) })
      if (!listed) return null
      const write = kind === 'rss' ? rss : jsonFeed
      return made(write(listed, { siteUrl, feedUrl: address }), listed.calendar, headers[kind])
    }

    function datesOf({ timeZone }: State) {
      if (!month) return { from: clock.now(), to: new Date(now() + days(2 * 366)), max: UPCOMING_MAX }
      const { start, end } = monthBounds(month, timeZone)
      return { from: start, to: end, max: MONTH_MAX }
    }
  })

  app.get('/calendar/:id/events/:file{[^/]+\\.ics}', async (c) => {
    const { id: calendarId } = readFile(`${c.req.param('id')}.ics`)
    const { id: eventId } = readFile(c.req.param('file'))
    const found = await readEvent(pool, guest, { calendarId, eventId })
    if (!found) throw new AppError('not_found', 404, 'There is no such event. It may have been deleted.')
    const disposition = `attachment; filename="event-${eventId}.ics"`
    const text = calendarText({ ...found, series: [] }, { siteUrl, isOneEvent: true })
    return answerPage(makePage(text, 200, { ...headers.ics, 'content-disposition': disposition }), c.req.raw)
  })

  app.get('/feed/:file', async (c) => {
    const { calendarId, userId, version } = await openPrivate(c.req.param('file'), c.get('network'))
    const page = await find({
      // Members see the same events, so one is kept for all of them.
      key: `members ${calendarId}`,
      calendarId,
      version,
      lifetime: hours(24),
      make: () => makePrivate(memberReader(userId), calendarId),
    })
    return answerPage(page, c.req.raw)
  })

  return app

  async function makePrivate(reader: Reader, calendarId: string): Promise<Made> {
    const content = await readContent(pool, reader, spanOf(calendarId))
    return content && made(calendarText(content, { siteUrl }), content.calendar, headers.private)
  }

  function spanOf(calendarId: string) {
    return { calendarId, from: new Date(now() - PAST), now: clock.now() }
  }
}

/** The date is to the second, so one that may still change within its second is not told. */
function made(text: string, { version, updated }: FeedCalendar, headers: Record<string, string>): Exclude<Made, null> {
  const changed = updated === null ? {} : { 'last-modified': new Date(updated * 1000).toUTCString() }
  return { page: makePage(text, 200, { ...headers, ...changed }), version }
}

interface State {
  version: string
  timeZone: string
}

/** As a guest, so that the policy decides which calendars are public. */
async function readStates(pool: pg.Pool, ids: string[]): Promise<Map<string, State>> {
  const text = 'select c.id::text, c.version::text, c.time_zone from public.calendars c where c.id = any ($1::uuid[])'
  const rows = await runScoped(pool, { ...guest, readOnly: true }, { text, values: [ids] })
  return new Map(rows.map(([id, version, timeZone]) => [id as string, { version, timeZone } as State]))
}

/** No feed is a page: nothing in it is run or framed. Any site's script may read the JSON, which needs no cookie. */
function feedHeaders(siteUrl: string) {
  const common = {
    ...securityHeaders({ siteUrl }),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'public, max-age=0, must-revalidate',
  }
  return {
    ics: { ...common, 'content-type': 'text/calendar; charset=utf-8' },
    rss: { ...common, 'content-type': 'application/rss+xml; charset=utf-8' },
    json: {
      ...common,
      'content-type': 'application/feed+json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
    private: {
      ...common,
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=0, must-revalidate',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  }
}

function queryOf(parts: Record<string, string | null | undefined>): string {
  const given = Object.entries(parts).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return given.length === 0 ? '' : `?${given.join('&')}`
}
