import type { ReactNode } from 'react'
import type { PublicEvent } from '#domain/event-columns.ts'
import type { ShownCalendar } from './public-calendar.ts'

export interface PublicViewProps {
  shown: ShownCalendar
  /** Returns the action of one event. */
  eventAction?:
    | ((calendar: ShownCalendar['calendar'], event: PublicEvent, look?: 'link' | 'button') => ReactNode)
    | undefined
}
