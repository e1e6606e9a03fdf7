import type { ReactNode } from 'react'
import { type Day, firstDayOf, type Month, monthOf } from '#domain/dates.ts'
import { MonthGrid } from '#web/features/calendar-view/month-grid.tsx'
import { MonthPicker } from '#web/features/calendar-view/month-picker.tsx'
import { DayPanel } from './day-panel.tsx'
import { byDay, type CalendarEvent, type EventCalendar } from './event.ts'
import { panelTexts } from './texts.ts'

interface CalendarMonthProps {
  day: Day
  today: Day
  calendar: EventCalendar
  events: CalendarEvent[]
  /** The next month is loading; the previous one is still shown. */
  busy: boolean
  onChoose: (day: Day) => void
  /** Undefined when the person may not add events. */
  onAdd: ((day: Day) => void) | undefined
  onOpen: (event: CalendarEvent, chip: HTMLElement) => void
  item: (event: CalendarEvent) => ReactNode
}

/** Shows the month, and the chosen day beside it. */
export function CalendarMonth({
  day,
  today,
  calendar,
  events,
  busy,
  onChoose,
  onAdd,
  onOpen,
  item,
}: CalendarMonthProps) {
  const days = byDay(events)

  /** Shows the day; on an empty day to come it also opens the dialog to add an event. */
  function select(chosen: Day) {
    onChoose(chosen)
    if (!busy && !days[chosen]?.length && chosen >= today) onAdd?.(chosen)
  }

  const goTo = (next: Month) => onChoose(next === monthOf(today) ? today : firstDayOf(next))

  return (
    <div className="@container/calendar">
      <div className="grid items-start gap-5 at-1200:grid-cols-[minmax(0,1fr)_19.25rem]">
        <MonthGrid
          month={monthOf(day)}
          today={today}
          calendar={calendar}
          selected={day}
          events={events}
          busy={busy}
          hint={onAdd ? panelTexts.dayHintAdmin : panelTexts.dayHint}
          onSelect={select}
          onMonthChange={goTo}
          onOpen={onOpen}
          picker={<MonthPicker month={monthOf(day)} onMonthChange={goTo} />}
        />
        <DayPanel
          day={day}
          zone={calendar.time_zone}
          events={busy ? undefined : (days[day] ?? [])}
          onAdd={onAdd && (() => onAdd(day))}
          item={item}
        />
      </div>
    </div>
  )
}
