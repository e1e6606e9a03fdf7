import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { MonthGrid } from '#web/features/calendar-view/month-grid.tsx'
import { byDay, type CalendarEvent, type EventCalendar } from '#web/features/events/event.ts'
import { panelTexts } from '#web/features/events/texts.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { type Day, firstDayOf, type Month, monthOf } from '../../../domain/dates.ts'
import { DayPanel } from './day-panel.tsx'

const ComingUp = lazyExport(() => import('./coming-up.tsx'), 'ComingUp')
const DayPopover = lazyExport(() => import('./day-popover.tsx'), 'DayPopover')

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
  /** The id of the heading with the month's name. */
  labelledBy: string
}

/** Shows the month, and the chosen day: beside it where both fit, below it on small screens, in between in a popover. */
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
  labelledBy,
}: CalendarMonthProps) {
  const days = byDay(events)
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Day | null>(null)

  /** Shows the day; on an empty day to come it also opens the dialog to add an event. */
  function select(chosen: Day) {
    onChoose(chosen)
    if (onAdd && !busy && !days[chosen]?.length && chosen >= today) onAdd(chosen)
    else if (!panel.current?.offsetParent) setOpened(chosen)
  }

  const panelOf = (chosen: Day) => ({
    day: chosen,
    today,
    zone: calendar.time_zone,
    events: busy ? undefined : (days[chosen] ?? []),
    onAdd: onAdd && (() => onAdd(chosen)),
    item,
  })
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
          labelledBy={labelledBy}
        />
        {/* As tall as the month, whatever it holds: what is below does not move. */}
        <div ref={panel} className="at-1024:hidden at-1200:relative at-1200:block at-1200:self-stretch">
          <Card className="p-5 at-1200:absolute at-1200:inset-0 at-1200:overflow-y-auto print:static">
            <DayPanel headingId={id} {...panelOf(day)} />
            {!busy && (
              <div className="hidden at-1200:block" data-print="no">
                <Suspense>
                  <ComingUp {...{ day, today, calendar, events, onOpen }} />
                </Suspense>
              </div>
            )}
          </Card>
        </div>
      </div>
      <MountOnOpen open={opened !== null}>
        <DayPopover day={opened} labelledBy={`${id}-day`} onClose={() => setOpened(null)}>
          <DayPanel headingId={`${id}-day`} {...panelOf(opened ?? day)} />
        </DayPopover>
      </MountOnOpen>
    </div>
  )
}
