import { FoundEvents } from '#web/features/calendar-view/found-events.tsx'
import { PublicEventItem } from './public-event-item.tsx'
import type { PublicViewProps } from './public-month-view.tsx'

export function PublicFoundEvents({ shown, eventAction }: PublicViewProps) {
  const { calendar, viewQuery, events, hasMore } = shown
  return (
    <FoundEvents
      viewQuery={viewQuery}
      events={events}
      hasMore={hasMore}
      item={(event) => (
        <PublicEventItem key={event.id} event={event} calendar={calendar} action={eventAction?.(calendar, event)} />
      )}
    />
  )
}
