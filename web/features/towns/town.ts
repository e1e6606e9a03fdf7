import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Collection } from '#domain/collections.ts'
import { type Day, dayInZone, isMonth, type Month, monthBounds, monthOf } from '#domain/dates.ts'
import { days } from '#domain/durations.ts'
import { type PublicEvent, publicColumns } from '#domain/event-columns.ts'
import { COLLECTION_EVENTS_MAX, EVENT_DAY_FIRST, EVENT_DAY_LAST } from '#domain/limits.ts'
import { shownStatus } from '#domain/statuses.ts'

// A town page as everybody may see it: one query for its calendars, one for the events of all of them.

export type TownEvent = PublicEvent & { calendar_id: string }

export interface ShownTown {
  status: 'found'
  town: Collection
  today: Day
  month: Month
  /** Numbers of the calendars that are shown; none means all. */
  only: number[]
  /** Whether the address names a month; otherwise what comes next is listed. */
  isMonth: boolean
  /** The events of the month, for its grid. */
  events: TownEvent[]
  /** What comes next; null when the address names a month. */
  coming: TownEvent[] | null
  /** More than is shown. */
  hasMore: boolean
}

export type TownAnswer = ShownTown | { status: 'not-found' } | { status: 'failed' }

const COMING_MAX = 40

interface TownQuery {
  key: string
  query: URLSearchParams
  now: Date
}

export async function readTown(rest: PostgrestClient, { key, query, now }: TownQuery): Promise<TownAnswer> {
  // A short name or an id. PostgreSQL takes no NUL, and nothing else is a page.
  if (!/^[\w-]{3,36}$/.test(key)) return { status: 'not-found' }
  const found = await rest.rpc('get_collection', { p_key: key })
  if (found.error) return { status: 'failed' }
  if (!found.data) return { status: 'not-found' }
  const town = found.data as Collection
  const today = dayInZone(now, town.time_zone)
  const asked = monthIn(query)
  const month = asked ?? monthOf(today)
  const only = numbersIn(query).filter((number) => town.calendars.some(({ identifier }) => identifier === number))
  const calendars = town.calendars.filter(({ identifier }) => only.includes(identifier)).map(({ id }) => id)
  const { start, end } = monthBounds(month, town.time_zone)

  const [events, coming] = await Promise.all([
    read(start, end, COLLECTION_EVENTS_MAX + 1),
    asked ? null : read(now, new Date(now.getTime() + days(365)), COMING_MAX),
  ])
  if (events.error || coming?.error) return { status: 'failed' }
  const shown = (event: TownEvent) => ({ ...event, status: shownStatus(event, false, now.getTime()) })
  const ofMonth = events.data as unknown as TownEvent[]
  return {
    status: 'found',
    town,
    today,
    month,
    only,
    isMonth: asked !== null,
    events: ofMonth.slice(0, COLLECTION_EVENTS_MAX).map(shown),
    coming: coming && (coming.data as unknown as TownEvent[]).map(shown),
    hasMore: ofMonth.length > COLLECTION_EVENTS_MAX,
  }

  function read(from: Date, to: Date, limit: number) {
    const range = { p_from: from.toISOString(), p_to: to.toISOString(), p_limit: limit }
    const wanted = calendars.length > 0 ? { p_calendars: calendars } : {}
    return rest
      .rpc('get_collection_events', { p_collection_id: town.id, ...range, ...wanted })
      .select(['calendar_id', ...publicColumns].join())
  }
}

function monthIn(query: URLSearchParams): Month | null {
  const month = query.get('month')
  if (month === null || !isMonth(month)) return null
  return month >= monthOf(EVENT_DAY_FIRST) && month <= monthOf(EVENT_DAY_LAST) ? month : null
}

/** Parses `?only=10482,10489`. */
function numbersIn(query: URLSearchParams): number[] {
  const numbers = (query.get('only') ?? '').split(',').filter((part) => /^\d{1,12}$/.test(part))
  return [...new Set(numbers.map(Number))].sort((one, other) => one - other).slice(0, 50)
}

/** Returns the address of another month or choice on the same page. */
export function townHref({ month, only }: { month: Month | null; only: readonly number[] }): string {
  const parts = [...(month ? [`month=${month}`] : []), ...(only.length > 0 ? [`only=${only.join()}`] : [])]
  return parts.length === 0 ? '?' : `?${parts.join('&')}`
}
