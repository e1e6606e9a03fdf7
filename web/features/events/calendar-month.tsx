import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Day, dayInZone, firstDayOf, isDay, isMonth, type Month, monthOf } from '#domain/dates.ts'
import { canAddEvent, type Standing } from '#domain/roles.ts'
import { eventProblemTexts, eventTexts } from '#domain/texts/events.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MonthGrid } from '#web/ui/month-grid.tsx'
import { marksOf } from '#web/ui/month-marks.ts'
import { toast } from '#web/ui/toast.ts'
import { DayPanel } from './day-panel.tsx'
import { byDay, type CalendarEvent, type EventCalendar } from './event.ts'
import { useMonthEvents } from './queries.ts'
import { panelTexts } from './texts.ts'

interface CalendarMonthProps {
  calendar: EventCalendar
  standing: Standing
  onAdd: (day: Day) => void
  onEdit: (event: CalendarEvent) => void
  onDelete: (event: CalendarEvent) => void
  onSendAlert: (event: CalendarEvent) => void
  /** What else can be done with an event. */
  eventAction?: (event: CalendarEvent) => ReactNode
}

/** The month with its dots, and the chosen day beside it. Both are in the address: reloading shows the same. */
export function CalendarMonth(props: CalendarMonthProps) {
  const { calendar, standing, onAdd, onEdit, onDelete, onSendAlert, eventAction } = props
  const zone = calendar.time_zone
  const today = useToday(zone)
  const { month, day, choose } = useChosenDay(today)
  const { data, error, isPending, isPlaceholderData, refetch } = useMonthEvents(calendar.id, month, zone)
  const mayAdd = canAddEvent(standing)
  useEffect(() => {
    if (error) toast(eventTexts.loadFailed)
  }, [error])

  const shown = isPlaceholderData ? undefined : data
  const days = byDay(data ?? [])
  const marks = marksOf(data ?? [])

  function add(wanted: Day) {
    if (wanted < today) toast(eventProblemTexts.pastDay)
    else onAdd(wanted)
  }

  /** A day with something on it is looked at first; on an empty one there is only adding to do. */
  function select(wanted: Day) {
    choose(monthOf(wanted), wanted)
    const empty = shown !== undefined && !days[wanted]?.length
    if (mayAdd && empty && wanted >= today) onAdd(wanted)
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Card className="p-3 sm:p-5">
        {error && <LoadFailed onTryAgain={() => refetch()} />}
        <MonthGrid
          month={month}
          today={today}
          selected={day}
          marks={marks}
          busy={isPending || isPlaceholderData}
          hint={mayAdd ? panelTexts.dayHintAdmin : panelTexts.dayHint}
          onSelect={select}
          onMonthChange={(next) => choose(next, next === monthOf(today) ? today : firstDayOf(next))}
        />
      </Card>
      <DayPanel
        day={day}
        zone={zone}
        events={shown && (days[day] ?? [])}
        standing={standing}
        onAdd={mayAdd ? () => add(day) : undefined}
        onEdit={onEdit}
        onDelete={onDelete}
        onSendAlert={onSendAlert}
        eventAction={eventAction}
      />
    </div>
  )
}

function LoadFailed({ onTryAgain }: { onTryAgain: () => void }): ReactNode {
  return (
    <div className="mb-4">
      <Banner
        look="danger"
        title={eventTexts.loadFailed.body}
        action={
          <Button look="secondary" size="small" onClick={onTryAgain}>
            {panelTexts.tryAgain}
          </Button>
        }
      />
    </div>
  )
}

/** The day it is where the calendar lives; looked up again when somebody comes back to the tab after midnight. */
function useToday(zone: string): Day {
  const [today, setToday] = useState(() => dayInZone(Date.now(), zone))
  useEffect(() => {
    const look = () => setToday(dayInZone(Date.now(), zone))
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [zone])
  return today
}

function useChosenDay(today: Day): { month: Month; day: Day; choose: (month: Month, day: Day) => void } {
  const [search, setSearch] = useSearchParams()
  const wantedDay = search.get('day') ?? ''
  const day = isDay(wantedDay) ? wantedDay : null
  const wantedMonth = search.get('month') ?? ''
  const month = isMonth(wantedMonth) ? wantedMonth : monthOf(day ?? today)
  return {
    month,
    day: day ?? (month === monthOf(today) ? today : firstDayOf(month)),
    choose: (nextMonth, nextDay) =>
      setSearch({ month: nextMonth, day: nextDay }, { replace: true, preventScrollReset: true }),
  }
}
