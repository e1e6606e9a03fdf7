import type pg from 'pg'
import { type Month, monthBounds } from '#domain/dates.ts'
import { days } from '#domain/durations.ts'
import type { Clock } from '#runtime/clock.ts'
import type { CalendarState, StateOf } from '#server/http/calendar-states.ts'
import { makePage } from '#server/http/page.ts'
import type { FeedCalendar } from './feed.ts'
import { type FeedHeaders, feedHeaders } from './headers.ts'
import { createKeptFeeds, type Made } from './kept-feeds.ts'

export interface FeedsOptions {
  pool: pg.Pool
  siteUrl: string
  linkSecret: string
  clock: Clock
  stateOf: StateOf
}

/** What all feeds share. */
export interface FeedContext extends FeedsOptions {
  headers: FeedHeaders
  find: ReturnType<typeof createKeptFeeds>
  /** Apart from feeds: many pictures would leave no room for them. */
  findImage: ReturnType<typeof createKeptFeeds>
}

export function createContext(options: FeedsOptions): FeedContext {
  const now = () => options.clock.now().getTime()
  return {
    ...options,
    headers: feedHeaders(options.siteUrl),
    find: createKeptFeeds({ now }),
    findImage: createKeptFeeds({ now, maxBytes: IMAGES_MAX_BYTES }),
  }
}

const IMAGES_MAX_BYTES = 32 * 1024 * 1024

/** The date is to the second, so one that may still change within its second is not told. */
export function made(
  body: string | Uint8Array,
  calendar: FeedCalendar,
  headers: Record<string, string>,
): Exclude<Made, null> {
  const { version, updated } = calendar
  const changed: Record<string, string> =
    updated === null ? {} : { 'last-modified': new Date(updated * 1000).toUTCString() }
  return { page: makePage(body, 200, { ...headers, ...changed }), version }
}

/** Programs keep what they have read; a feed goes back this far for those that are new to it. */
const PAST = days(366)

export function contentSpan({ clock }: FeedContext, calendarId: string) {
  const now = clock.now()
  return { calendarId, from: new Date(now.getTime() - PAST), now }
}

const UPCOMING_MAX = 100
/** A month of a very busy calendar. */
const MONTH_MAX = 1000

/** A month, or what is coming. */
export function listSpan({ clock }: FeedContext, month: Month | null, { timeZone }: CalendarState) {
  const now = clock.now()
  if (!month) return { from: now, to: new Date(now.getTime() + days(2 * 366)), max: UPCOMING_MAX }
  const { start, end } = monthBounds(month, timeZone)
  return { from: start, to: end, max: MONTH_MAX }
}
