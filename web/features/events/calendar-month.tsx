import type { ReactNode } from 'react'
import { type Day, firstDayOf, monthOf } from '#domain/dates.ts'
import { MonthGrid } from '#web/features/calendar-view/month-grid.tsx'
import { marksOf } from '#web/features/calendar-view/month-marks.ts'
import { Card } from '#web/ui/card.tsx'
import { DayPanel } from './day-panel.tsx'
import { byDay, type CalendarEvent } from './event.ts'
import { panelTexts } from './texts.ts'

interface CalendarMonthProps {
  day: Day
  today: Day
  zone: string
  events: CalendarEvent[]
  /** The next month is loading; the previous one is still shown. */
  busy: boolean
  onChoose: (day: Day) => void
  /** Undefined when the person may not add events. */
  onAdd: ((day: Day) => void) | undefined
  item: (event: CalendarEvent) => ReactNode
}

/** Shows the month, and the chosen day beside it. */
export function CalendarMonth({ day, today, zone, events, busy, onChoose, onAdd, item }: CalendarMonthProps) {
  const days = byDay(events)

  /** Shows the day; on an empty day to come it also opens the dialog to add an event. */
  function select(chosen: Day) {
    onChoose(chosen)
    if (!busy && !days[chosen]?.length && chosen >= today) onAdd?.(chosen)
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Card className="p-3 sm:p-5">
        <MonthGrid
          month={monthOf(day)}
          today={today}
          selected={day}
          marks={marksOf(events)}
          busy={busy}
          hint={onAdd ? panelTexts.dayHintAdmin : panelTexts.dayHint}
          onSelect={select}
          onMonthChange={(next) => onChoose(next === monthOf(today) ? today : firstDayOf(next))}
        />
      </Card>
      <DayPanel
        day={day}
        zone={zone}
        events={busy ? undefined : (days[day] ?? [])}
        onAdd={onAdd && (() => onAdd(day))}
        item={item}
      />
    </div>
  )
}
