import { useNavigation } from 'react-router'
import type { PublicEvent } from '#domain/event-columns.ts'
import { DaysView } from '#web/features/calendar-view/days-view.tsx'
import { FoundEvents } from '#web/features/calendar-view/found-events.tsx'
import { PublicEventItem } from './public-event-item.tsx'
import type { PublicViewProps } from './view-props.ts'

/** Shows every view but the month, and search results. Downloaded on demand, because most visitors only see the month. */
export function PublicOtherView({ shown, eventAction }: PublicViewProps) {
  const { calendar, viewQuery, today, day, events, hasMore } = shown
  const busy = useNavigation().state !== 'idle'
  const item = (event: PublicEvent) => (
    <PublicEventItem key={event.id} event={event} calendar={calendar} action={eventAction?.(calendar, event)} />
  )
  if (viewQuery.search !== '')
    return <FoundEvents viewQuery={viewQuery} events={events} hasMore={hasMore} item={item} />
  return <DaysView {...{ viewQuery, calendar, day, today, events, busy, item }} />
}
