import type { Day, Time } from '#domain/dates.ts'
import type { EventRow, PublicDetails } from '#domain/event-columns.ts'

// What feeds are made from, named after the columns. Instants are seconds since 1970, which are cheap to add and compare.

export interface FeedCalendar {
  id: string
  name: string
  description: string | null
  city: string
  state: string
  time_zone: string
  /** True for a calendar that only its members read. */
  disabled: boolean
  version: string
  /** Null while that second is not over. */
  updated: number | null
  /** The path of a town page. */
  path?: string
}

/** The fields that an event and a series share. */
interface FeedEntry extends PublicDetails {
  id: string
  uid: string
  sequence: number
  all_day: boolean
  created: number
  updated: number
}

/** A follow-up to an alert. */
export interface AlertUpdate {
  id: string
  kind: 'update' | 'all_clear'
  message: string
  at: number
}

export interface FeedEvent extends FeedEntry, Pick<EventRow, 'event_date' | 'end_date' | 'series_id' | 'series_day'> {
  start: number
  end: number
  /** What followed an alert, in its order. */
  updates: AlertUpdate[] | null
  /** An alert that holds, or got its all clear. */
  alert?: 'alert' | 'all_clear' | null
  /** On a town page: the calendar that it is from. */
  calendar?: Pick<FeedCalendar, 'id' | 'name' | 'time_zone' | 'disabled'>
}

export interface FeedSeries extends FeedEntry {
  starts_on: Day
  starts_at: Time
  ends_at: Time
  end_days: number
  /** Null: the calendar's. */
  time_zone: string | null
  rrule: string
  rdates: Day[]
  exdates: Day[]
}

/** A whole calendar, sorted by start. */
export interface FeedContent {
  calendar: FeedCalendar
  /** Events that happen once. */
  events: FeedEvent[]
  /** Dates of a series that differ from it. */
  exceptions: FeedEvent[]
  series: FeedSeries[]
}

export function inOrder(one: FeedEvent, other: FeedEvent): number {
  return one.start - other.start || (one.id < other.id ? -1 : 1)
}
