import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalendarEvent } from '#web/features/events/event.ts'
import { eventTexts, panelTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { longDay, zoneName } from '../../../domain/date-words.ts'
import { type Day, instantAt } from '../../../domain/dates.ts'
import { publicCalendarTexts } from '../../../domain/texts/public-calendar.ts'
import { EventsSkeleton } from './events-skeleton.tsx'

interface DayPanelProps {
  headingId: string
  day: Day
  zone: string
  today: Day
  /** Undefined while they load. */
  events: CalendarEvent[] | undefined
  /** Undefined when the person may not add events. */
  onAdd: (() => void) | undefined
  item: (event: CalendarEvent) => ReactNode
}

export function DayPanel({ headingId, day, today, zone, events, onAdd, item }: DayPanelProps) {
  return (
    <>
      <h2 id={headingId} className="text-xl">
        {publicCalendarTexts.eventsFor(longDay(day))}
      </h2>
      <p className="mt-1 text-sm text-muted">{panelTexts.zone(zoneName(instantAt(day, '12:00', zone), zone))}</p>
      {onAdd && (
        <Button variant="secondary" className="mt-4 w-full" onClick={onAdd} data-print="no">
          <Plus aria-hidden="true" className="size-5" />
          {day < today ? eventTexts.addToday : eventTexts.addEvent}
        </Button>
      )}
      <div className="mt-4">
        {!events && <EventsSkeleton />}
        {events?.length === 0 && <p className="rounded-lg bg-sunk p-4 text-muted">{panelTexts.noEvents}</p>}
        {events && events.length > 0 && <ul className="space-y-3">{events.map(item)}</ul>}
      </div>
    </>
  )
}
