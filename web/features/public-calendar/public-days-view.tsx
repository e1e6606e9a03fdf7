import { useNavigation } from 'react-router'
import { eventPath } from '#domain/calendar-links.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { viewTexts } from '#domain/texts/views.ts'
import { defaultViewQuery, shownDays, viewHref } from '#domain/views.ts'
import { DayList } from '#web/features/calendar-view/day-list.tsx'
import { ViewSteps } from '#web/features/calendar-view/view-steps.tsx'
import { WeekDays } from '#web/features/calendar-view/week-days.tsx'
import { Card } from '#web/ui/card.tsx'
import { PublicEventItem } from './public-event-item.tsx'
import type { PublicViewProps } from './public-month-view.tsx'

/** A week, the coming days or one day. */
export function PublicDaysView(props: PublicViewProps) {
  const { viewQuery, today } = props.shown
  const busy = useNavigation().state !== 'idle'
  return (
    <Card className="p-4 sm:p-6">
      <section aria-label={viewTexts.names[viewQuery.view]} aria-busy={busy || undefined}>
        <ViewSteps viewQuery={viewQuery} today={today} />
        <Days {...props} />
      </section>
    </Card>
  )
}

function Days({ shown, eventAction }: PublicViewProps) {
  const { calendar, viewQuery, today, day, events } = shown
  const { first } = shownDays(viewQuery.view, day)
  if (viewQuery.view === 'week') {
    return (
      <WeekDays
        first={first}
        today={today}
        events={events}
        zone={calendar.time_zone}
        dayHref={(date) => viewHref({ ...defaultViewQuery, view: 'day', date, categories: viewQuery.categories })}
        eventHref={({ id }) => eventPath(calendar, id)}
      />
    )
  }
  if (events.length === 0) return <p className="text-muted">{viewTexts.nothing[viewQuery.view]}</p>
  const item = (event: PublicEvent) => (
    <PublicEventItem key={event.id} event={event} calendar={calendar} action={eventAction?.(calendar, event)} />
  )
  if (viewQuery.view === 'day') return <ul className="space-y-6">{events.map(item)}</ul>
  return <DayList events={events} first={first} item={item} />
}
