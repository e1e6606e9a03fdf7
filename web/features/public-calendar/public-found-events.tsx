import { FoundEvents } from '#web/features/calendar-view/found-events.tsx'
import { PublicEventItem } from './public-event-item.tsx'
import type { PublicViewProps } from './public-month-view.tsx'

export function PublicFoundEvents({ shown, eventAction }: PublicViewProps) {
  const { calendar, look, events, hasMore } = shown
  return (
    <FoundEvents
      look={look}
      events={events}
      hasMore={hasMore}
      item={(event) => (
        <PublicEventItem key={event.id} event={event} calendar={calendar} action={eventAction?.(calendar, event)} />
      )}
    />
  )
}
