import { MonthGrid } from '#web/features/calendar-view/month-grid.tsx'
import { TimeGrid } from '#web/features/calendar-view/time-grid.tsx'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { useEvents } from '#web/features/events/queries.ts'
import { type Day, firstDayOf, monthOf } from '../../../domain/dates.ts'
import type { ViewQuery } from '../../../domain/views.ts'

interface WideDaysProps {
  viewQuery: ViewQuery
  day: Day
  today: Day
  calendar: EventCalendar
  events: readonly CalendarEvent[]
  onOpen: (event: CalendarEvent, entry: HTMLElement) => void
  onAdd: ((day: Day, times: { startTime: string; endTime: string }) => void) | undefined
  onChoose: (day: Day) => void
}

/** Shows a week or a day as a time grid, with the month beside it where it fits. */
export function WideDays({ viewQuery, day, today, calendar, events, onOpen, onAdd, onChoose }: WideDaysProps) {
  return (
    <div className="grid h-full grid-rows-[minmax(0,1fr)] gap-6 at-1200:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="hidden overflow-y-auto at-1200:block">
        <SmallMonth {...{ viewQuery, day, today, calendar, onChoose }} />
      </div>
      <TimeGrid {...{ viewQuery, day, today, calendar, events, onOpen, onAdd }} />
    </div>
  )
}

type SmallMonthProps = Pick<WideDaysProps, 'viewQuery' | 'day' | 'today' | 'calendar' | 'onChoose'>

/** The grid of a month in a narrow container, so that it shows dots. */
function SmallMonth({ viewQuery, day, today, calendar, onChoose }: SmallMonthProps) {
  const { data } = useEvents(calendar.id, {
    viewQuery: { ...viewQuery, view: 'month' },
    today,
    zone: calendar.time_zone,
  })
  return (
    <div className="@container/calendar">
      <MonthGrid
        month={monthOf(day)}
        today={today}
        calendar={calendar}
        selected={day}
        events={data?.events ?? none}
        onSelect={onChoose}
        onMonthChange={(month) => onChoose(firstDayOf(month))}
        onOpen={({ event_date }) => onChoose(event_date)}
        isBeside
      />
    </div>
  )
}

const none: CalendarEvent[] = []
