import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { eventPath } from '#domain/calendar-links.ts'
import type { Day } from '#domain/dates.ts'
import { eventTexts } from '#domain/texts/events.ts'
import { viewTexts } from '#domain/texts/views.ts'
import { everything, type Look, lookAddress, shownDays } from '#domain/views.ts'
import { DayList } from '#web/features/calendar-view/day-list.tsx'
import { ViewSteps } from '#web/features/calendar-view/view-steps.tsx'
import { WeekDays } from '#web/features/calendar-view/week-days.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { EventsWaiting } from './events-waiting.tsx'

interface CalendarDaysProps {
  look: Look
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
  const { look, day, today, events, onAdd } = props
  return (
    <Card className="p-4 sm:p-6">
      <section aria-label={viewTexts.names[look.view]} aria-busy={!events || undefined} className="min-h-64">
        <ViewSteps look={look} today={today} />
        {onAdd && look.view === 'day' && (
          <Button className="mb-4" data-print="no" onClick={() => onAdd(day)}>
            <Plus aria-hidden="true" className="size-5" />
            {eventTexts.addEvent}
          </Button>
        )}
        {events ? <Days {...props} events={events} /> : <EventsWaiting />}
      </section>
    </Card>
  )
}

function Days({ look, calendar, day, today, events, item }: CalendarDaysProps & { events: CalendarEvent[] }) {
  const { first } = shownDays(look.view, day)
  if (look.view === 'week') {
    return (
      <WeekDays
        first={first}
        today={today}
        events={events}
        zone={calendar.time_zone}
        dayHref={(date) => lookAddress({ ...everything, view: 'day', date, categories: look.categories })}
        eventHref={({ id }) => eventPath(calendar, id)}
      />
    )
  }
  if (events.length === 0) return <p className="text-muted">{viewTexts.nothing[look.view]}</p>
  if (look.view === 'day') return <ul className="space-y-3">{events.map(item)}</ul>
  return <DayList events={events} first={first} item={item} />
}
