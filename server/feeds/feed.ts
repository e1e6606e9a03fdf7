import type { EventCategory } from '#domain/categories.ts'
import type { Day, Time } from '#domain/dates.ts'
import type { EventStatus } from '#domain/statuses.ts'

// What feeds are made from, named as the columns are. Instants are seconds since 1970: they are added to and compared, a
// thousand times a feed.

export interface FeedCalendar {
  id: string
  name: string
  description: string | null
  city: string
  state: string
  time_zone: string
  /** Not public: read by its members only. */
  disabled: boolean
  version: string
  /** Null while that second is not over. */
  updated: number | null
}

/** What an event and a series have in common. */
interface Told {
  uid: string
  sequence: number
  title: string
  description: string | null
  location: string | null
  location_name: string | null
  latitude: number | null
  longitude: number | null
  category: EventCategory
  status: EventStatus
  all_day: boolean
  /** A name among the calendar's pictures, and what it shows. */
  image: string | null
  image_alt: string | null
  created: number
  updated: number
}

export interface FeedEvent extends Told {
  id: string
  start: number
  end: number
  /** First and last day, where the calendar is. */
  event_date: Day
  end_date: Day
  series_id: string | null
  /** The day on which the rule of its series put it. */
  series_day: Day | null
}

export interface FeedSeries extends Told {
  id: string
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

/** A calendar whole, as far as a feed goes; in order of their start. */
export interface FeedContent {
  calendar: FeedCalendar
  /** Those that happen once; to be gone through once. */
  events: Iterable<FeedEvent>
  /** Occurrences unlike their series. */
  exceptions: FeedEvent[]
  series: FeedSeries[]
}

export function inOrder(one: FeedEvent, other: FeedEvent): number {
  return one.start - other.start || (one.id < other.id ? -1 : 1)
}
