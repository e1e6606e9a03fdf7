import type { EventCategory } from '#domain/categories.ts'
import type { Day } from '#domain/dates.ts'
import type { Timed } from '#domain/event-words.ts'
import type { ShownStatus } from '#domain/statuses.ts'

/** What the views of a calendar need to know of an event. */
export interface ShownEvent extends Timed {
  id: string
  title: string
  category: EventCategory
  status: ShownStatus
  event_date: Day
  /** The last day it touches. */
  end_date: Day
}
