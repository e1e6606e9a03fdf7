import { memo } from 'react'
import { firstDayOf } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { DayList } from '#web/features/calendar-view/day-list.tsx'
import { viewTexts } from '#web/features/calendar-view/texts.ts'
import { Card } from '#web/ui/card.tsx'
import { PublicEventItem } from './public-event-item.tsx'
import type { PublicViewProps } from './view-props.ts'

interface MonthListProps extends PublicViewProps {
  title: string
  events: readonly PublicEvent[]
}

/**
 * Drawn again for another month, not for another day of it. Contained, for the browser looks through all of it otherwise when
 * something opens over the page, and when a ring shows the focus elsewhere.
 */
export const MonthList = memo(({ shown, title, events, eventAction }: MonthListProps) => {
  const { calendar, month } = shown
  return (
    <Card className="mt-6 p-4 not-print:contain-layout sm:p-6">
      <h2 className="text-xl">{title}</h2>
      {events.length === 0 ? (
        <p className="mt-3 text-muted">{viewTexts.nothing.month}</p>
      ) : (
        <div className="mt-2">
          <DayList
            events={events}
            first={firstDayOf(month)}
            item={(event) => (
              <PublicEventItem
                key={event.id}
                event={event}
                calendar={calendar}
                action={eventAction?.(calendar, event)}
                withImage={false}
              />
            )}
          />
        </div>
      )}
    </Card>
  )
})
