import type pg from 'pg'
import { type Month, monthBounds } from '#domain/dates.ts'
import { days, seconds } from '#domain/durations.ts'
import { asService, callerKey } from '#runtime/caller.ts'
import type { Clock } from '#runtime/clock.ts'
import type { FairSemaphore } from '#runtime/fair-semaphore.ts'
import type { Turns } from '#server/http/turns.ts'
import type { CalendarVersion, ReadCalendarVersion } from '#server/public-cache/calendar-version.ts'
import { makePage, type Page } from '#server/public-cache/page.ts'
import { createPublicCache, type PublicCache } from '#server/public-cache/public-response-cache.ts'
import { calendarNotFound } from './address.ts'
import type { FeedCalendar } from './feed.ts'
import { type FeedHeaders, feedHeaders } from './headers.ts'

export interface FeedsOptions {
  pool: pg.Pool
  siteUrl: string
  linkSecret: string
  clock: Clock
  cache: PublicCache
  calendarVersion: ReadCalendarVersion
  turns: Pick<Turns, 'feeds' | 'pictures'>
}

/**
 * A feed, with the version of the calendar that it shows, and until when it is true if that is known. `isUndated`: made within the second of
 * the last change, before its date can be given. Null: the calendar does not exist, or was deleted.
 */
export type Made = { page: Page; version: string; until?: number; isUndated?: boolean } | null

export interface Wanted {
  /** The path and query, in their usual form; other text where readers need a permission. */
  key: string
  calendarId: string
  /** The calendar's version now. Null: there is none for this reader. */
  version: string | null
  /** The time for which the feed stays current if the calendar does not change. */
  lifetime: number
  make: () => Promise<Made>
}

type Find = (wanted: Wanted) => Promise<Page>

/** The dependencies of all feeds. */
export interface FeedContext extends FeedsOptions {
  headers: FeedHeaders
  find: Find
  findImage: Find
}

export function createContext(options: FeedsOptions): FeedContext {
  const now = () => options.clock.now().getTime()
  // Apart from pages and feeds: many pictures would evict them.
  const images = createPublicCache({ ...options, now, maxBytes: IMAGES_MAX_BYTES })
  return {
    ...options,
    headers: feedHeaders(options.siteUrl),
    find: findIn(options.cache, options.turns.feeds, now),
    findImage: findIn(images, options.turns.pictures, now),
  }
}

const IMAGES_MAX_BYTES = 32 * 1024 * 1024

/** Waits for the caller's turn before joining those who wait for the same feed: they must not wait for a turn of another. */
function findIn(cache: PublicCache, turns: FairSemaphore, now: () => number): Find {
  return async ({ key, calendarId, version, lifetime, make }) => {
    if (version === null) throw calendarNotFound()
    const makeScoped = async () => {
      const made = await asService(make)
      if (!made) throw calendarNotFound()
      const scope = {
        calendar: { id: calendarId, version: made.version },
        expires: Math.min(now() + (made.isUndated ? seconds(1) : lifetime), made.until ?? Infinity),
      }
      return { page: made.page, scope }
    }
    return turns.run(callerKey(), () => cache.findOrMake(key, makeScoped, version))
  }
}

/** Gives the date of the last change, which is to the second: not while that second is not over. */
export function made(
  body: string | Uint8Array,
  calendar: FeedCalendar,
  headers: Record<string, string>,
  until?: number,
): Exclude<Made, null> {
  const { version, updated } = calendar
  const isUndated = updated === null
  const changed: Record<string, string> = isUndated ? {} : { 'last-modified': new Date(updated * 1000).toUTCString() }
  return { page: makePage(body, 200, { ...headers, ...changed }), version, isUndated, ...(until ? { until } : {}) }
}

/** Programs keep what they have read; a feed goes back this far for those that are new to it. */
const PAST = days(366)

export function contentSpan({ clock }: FeedContext, calendarId: string) {
  const now = clock.now()
  return { calendarId, from: new Date(now.getTime() - PAST), now }
}

/** A month back, two years ahead: each date of a series of a town page is an event of its own. */
export function collectionSpan({ clock }: FeedContext) {
  const now = clock.now()
  const at = (ms: number) => new Date(now.getTime() + ms)
  return { from: at(-days(31)), to: at(days(2 * 366)), clearedFrom: at(-days(31)), max: COLLECTION_EVENTS_MAX, now }
}

const COLLECTION_EVENTS_MAX = 5000

const UPCOMING_MAX = 100
/** For so long an all clear is in the feeds. */
const CLEARED_FOR = days(1)
/** A month of a very busy calendar. */
const MONTH_MAX = 1000

/** A month, or the upcoming events. */
export function listSpan({ clock }: FeedContext, month: Month | null, { timeZone }: CalendarVersion) {
  const now = clock.now()
  if (month) {
    const { start, end } = monthBounds(month, timeZone)
    return { from: start, to: end, clearedFrom: start, max: MONTH_MAX, now }
  }
  const after = (ms: number) => new Date(now.getTime() + ms)
  return { from: now, to: after(days(2 * 366)), clearedFrom: after(-CLEARED_FOR), max: UPCOMING_MAX, now }
}
