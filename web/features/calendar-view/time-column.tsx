import { type PointerEvent, useRef, useState } from 'react'
import { clockTime } from '#domain/date-words.ts'
import { type Day, instantAt, type Time, weekdayOf } from '#domain/dates.ts'
import { DAY_MINUTES, timeOf } from '#domain/minutes.ts'
import { classes } from '#web/ui/classes.ts'
import type { Placed, Span } from './day-columns.ts'
import type { ChipCalendar } from './month-chip.tsx'
import { type TimeEntry, TimeEntryLink, topOf } from './time-entry.tsx'

/** Times snap to this. */
const STEP = 30

export type AddAt = (day: Day, times: { startTime: Time; endTime: Time }) => void

interface TimeColumnProps {
  day: Day
  isPast: boolean
  placed: Placed<TimeEntry>[]
  calendar: ChipCalendar
  /** Where the line of now is; null on other days. */
  nowMinutes: number | null
  onAdd: AddAt | undefined
}

/** Shows the hours of one day. A click or a drag over empty ones adds an event there. */
export function TimeColumn({ day, isPast, placed, calendar, nowMinutes, onAdd }: TimeColumnProps) {
  const [range, setRange] = useState<Span | null>(null)
  const start = useRef(0)

  function minutesAt({ currentTarget, clientY }: PointerEvent): number {
    const { top, height } = currentTarget.getBoundingClientRect()
    const minutes = ((clientY - top) / height) * DAY_MINUTES
    return Math.min(DAY_MINUTES - STEP, Math.max(0, Math.floor(minutes / STEP) * STEP))
  }

  function begin(pointer: PointerEvent) {
    if (!onAdd || isPast || pointer.button !== 0 || pointer.target !== pointer.currentTarget) return
    pointer.preventDefault()
    pointer.currentTarget.setPointerCapture(pointer.pointerId)
    start.current = minutesAt(pointer)
    setRange({ from: start.current, to: start.current + STEP })
  }

  function extend(pointer: PointerEvent) {
    if (!range) return
    const at = minutesAt(pointer)
    setRange({ from: Math.min(start.current, at), to: Math.max(start.current, at) + STEP })
  }

  function finish() {
    if (!range) return
    setRange(null)
    // A click means an hour.
    const to = range.to - range.from > STEP ? range.to : range.from + 60
    onAdd?.(day, { startTime: timeOf(range.from), endTime: timeOf(Math.min(to, DAY_MINUTES - 1)) })
  }

  return (
    <div
      data-column-day={day}
      onPointerDown={begin}
      onPointerMove={extend}
      onPointerUp={finish}
      onPointerCancel={() => setRange(null)}
      className={classes(
        'relative h-288 min-w-0 flex-1 border-l border-line bg-[linear-gradient(to_bottom,var(--line)_1px,transparent_1px)] bg-[length:100%_3rem]',
        shade(day),
        onAdd && !isPast && 'cursor-cell',
      )}
    >
      {placed.map((item) => (
        <TimeEntryLink key={item.entry.event.id} item={item} calendar={calendar} isDim={isPast} />
      ))}
      {range && (
        <div
          className="pointer-events-none absolute inset-x-1 rounded-[5px] border-2 border-bell-line bg-bell-soft px-1.5 text-xs font-semibold"
          style={{ top: topOf(range.from), height: topOf(range.to - range.from) }}
        >
          {minuteWords(range.from)} – {minuteWords(range.to)}
        </div>
      )}
      {nowMinutes !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-alert before:absolute before:-top-1.5 before:-left-1 before:size-2.5 before:rounded-full before:bg-alert"
          style={{ top: topOf(nowMinutes) }}
        />
      )}
    </div>
  )
}

export function shade(day: Day): string {
  return weekdayOf(day) % 6 === 0 ? 'bg-weekend' : ''
}

/** "9:30 AM", without a day or zone. */
export function minuteWords(minutes: number): string {
  return clockTime(instantAt('2024-01-01', timeOf(minutes % DAY_MINUTES), 'UTC'), 'UTC')
}
