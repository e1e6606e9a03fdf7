import type { EventCategory } from '#domain/categories.ts'
import { addDays, type Day } from '#domain/dates.ts'
import type { EventStatus } from '#domain/statuses.ts'

export interface CalendarEvent {
  id: string
  title: string
  description: string | null
  location: string | null
  location_name: string | null
  latitude: number | null
  longitude: number | null
  start_time: string
  end_time: string
  category: EventCategory
  include_in_mailer: boolean
  event_date: Day
  /** The last day it touches. */
  end_date: Day
  all_day: boolean
  status: EventStatus
  /** When it was first to start, of an event that was moved. */
  previous_start_time: string | null
  series_id: string | null
  series_day: Day | null
  /** The name of its picture among its calendar's, and what it shows. */
  image: string | null
  image_alt: string | null
  created_by: string | null
}

/** The calendar an event dialog works on. */
export interface EventCalendar {
  id: string
  name: string
  time_zone: string
  /** Not public. */
  disabled: boolean
  sendgrid_template_id: string | null
}

/** By each day that an event touches, in the order they came. */
export function byDay<E extends Pick<CalendarEvent, 'event_date' | 'end_date'>>(
  events: readonly E[],
): Record<Day, E[]> {
  const days: Record<Day, E[]> = {}
  for (const event of events) {
    for (let day = event.event_date; day <= event.end_date; day = addDays(day, 1)) {
      days[day] ??= []
      days[day]?.push(event)
    }
  }
  return days
}
