import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { eventPath } from '#domain/calendar-links.ts'
import type { Day } from '#domain/dates.ts'
import { eventTexts } from '#domain/texts/events.ts'
import { viewTexts } from '#domain/texts/views.ts'
import { defaultViewQuery, shownDays, type ViewQuery, viewHref } from '#domain/views.ts'
import { DayList } from '#web/features/calendar-view/day-list.tsx'
import { ViewSteps } from '#web/features/calendar-view/view-steps.tsx'
import { WeekDays } from '#web/features/calendar-view/week-days.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { EventsSkeleton } from './events-skeleton.tsx'

interface CalendarDaysProps {
  viewQuery: ViewQuery
  calendar: EventCalendar
  day: Day
  today: Day
  /** Undefined while they are on their way. */
  events: CalendarEvent[] | undefined
  /** For those who may. */
  onAdd: ((day: Day) => void) | undefined
  item: (event: CalendarEvent) => ReactNode
}

/** A week, the coming days or one day. */
export function CalendarDays(props: CalendarDaysProps) {
  const { viewQuery, day, today, events, onAdd } = props
  return (
    <Card className="p-4 sm:p-6">
      <section aria-label={viewTexts.names[viewQuery.view]} aria-busy={!events || undefined} className="min-h-64">
        <ViewSteps viewQuery={viewQuery} today={today} />
        {onAdd && viewQuery.view === 'day' && (
          <Button className="mb-4" data-print="no" onClick={() => onAdd(day)}>
            <Plus aria-hidden="true" className="size-5" />
            {eventTexts.addEvent}
          </Button>
        )}
        {events ? <Days {...props} events={events} /> : <EventsSkeleton />}
      </section>
    </Card>
  )
}

function Days({ viewQuery, calendar, day, today, events, item }: CalendarDaysProps & { events: CalendarEvent[] }) {
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
  if (viewQuery.view === 'day') return <ul className="space-y-3">{events.map(item)}</ul>
  return <DayList events={events} first={first} item={item} />
}
