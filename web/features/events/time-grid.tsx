import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { EventCategory } from '#domain/categories.ts'
import { clockTime, longDay, weekdayAndDate } from '#domain/date-words.ts'
import { type Day, dayInZone, instantAt, timeInZone, weekdayOf } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { allDayWords, placeWords } from '#domain/event-words.ts'
import { DAY_MINUTES, minutesOf, timeOf } from '#domain/minutes.ts'
import { statusNames, takesPlace } from '#domain/statuses.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { Lanes } from '#web/features/calendar-view/month-lanes.tsx'
import { isPlainClick } from '#web/features/calendar-view/plain-click.ts'
import { isBar, layOutWeek } from '#web/features/calendar-view/week-lanes.ts'
import { classes } from '#web/ui/classes.ts'
import { layOutDay, type Placed, type Span } from './day-columns.ts'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { gridSlotTexts } from './texts.ts'

interface TimeGridProps {
  days: Day[]
  today: Day
  calendar: EventCalendar
  events: readonly CalendarEvent[]
  dayHref: (day: Day) => string
  onOpen: (event: CalendarEvent, entry: HTMLElement) => void
  /** A click or a drag over empty time. Undefined when the person may not add events. */
  onAdd: ((day: Day, times: { startTime: string; endTime: string }) => void) | undefined
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const HOUR_REM = 3
/** Times snap to this. */
const STEP = 30

/** Shows days as columns of hours, with what lasts all day above. Only for wide screens: the list beside it says the same. */
export function TimeGrid({ days, today, calendar, events, dayHref, onOpen, onAdd }: TimeGridProps) {
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const zone = calendar.time_zone
  const lanes = useMemo(() => layOutWeek(events.filter(isBar), days), [events, days])
  const columns = useMemo(() => days.map((day) => layOutDay(entriesOn(day, events, zone))), [days, events, zone])
  const nowMinutes = minutesOf(timeInZone(now, zone))
  const todayShown = days.includes(dayInZone(now, zone))

  // Opens at seven, or an hour before now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other days are shown, not every minute.
  useLayoutEffect(() => {
    const hour = todayShown ? Math.min(7, Math.floor(nowMinutes / 60) - 1) : 7
    const box = scroller.current
    if (box) box.scrollTop = (box.scrollHeight / 24) * Math.max(0, hour)
  }, [days])

  function onClick(click: React.MouseEvent) {
    const entry = (click.target as Element).closest<HTMLElement>('[data-event]')
    const opened = entry && events.find(({ id }) => id === entry.dataset.event)
    if (!opened || !isPlainClick(click)) return
    click.preventDefault()
    onOpen(opened, entry)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only takes over the clicks of the links inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click.
    <div data-time-grid className="flex flex-col overflow-clip rounded-xl border border-line bg-card" onClick={onClick}>
      <div className="flex overflow-hidden [scrollbar-gutter:stable]">
        <div className={gutter} />
        {days.map((day) => (
          <h3 key={day} className={classes('flex-1 border-l border-line p-2 font-sans text-sm', shade(day))}>
            <Link
              to={dayHref(day)}
              aria-current={day === today ? 'date' : undefined}
              preventScrollReset
              className={classes(
                'inline-block rounded-md px-1.5 py-0.5 font-semibold no-underline hover:bg-sunk',
                day === today && 'bg-ink text-paper hover:bg-ink',
              )}
            >
              <span aria-hidden="true">{weekdayAndDate(day)}</span>
              <span className="sr-only">{longDay(day)}</span>
            </Link>
          </h3>
        ))}
      </div>
      {lanes.some((cell) => cell.lanes.length > 0) && (
        <div className="flex overflow-hidden border-t border-line [scrollbar-gutter:stable]">
          <div className={classes(gutter, 'py-1.5')}>{allDayWords()}</div>
          {days.map((day, index) => (
            <div
              key={day}
              data-strip-day={day}
              className={classes('min-w-0 flex-1 border-l border-line py-1', shade(day))}
            >
              {lanes[index] && (
                <Lanes cell={lanes[index]} day={day} calendar={calendar} isDim={day < today} isStop className="" />
              )}
            </div>
          ))}
        </div>
      )}
      <section
        ref={scroller}
        aria-label={gridSlotTexts.hours}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="flex min-h-0 flex-1 overflow-y-auto border-t border-line [scrollbar-gutter:stable]"
      >
        <div aria-hidden="true" className={classes(gutter, 'relative h-288')}>
          {HOURS.slice(1).map((hour) => (
            <span key={hour} className="absolute right-2 -translate-y-1/2" style={{ top: `${hour * HOUR_REM}rem` }}>
              {hourWords(hour)}
            </span>
          ))}
          {todayShown && (
            <span
              className="absolute right-1 z-10 -translate-y-1/2 rounded bg-card px-1 font-semibold text-alert"
              style={{ top: topOf(nowMinutes) }}
            >
              {clockTime(now, zone)}
            </span>
          )}
        </div>
        {days.map((day, index) => (
          <DayColumn
            key={day}
            day={day}
            isPast={day < today}
            placed={columns[index] ?? []}
            calendar={calendar}
            nowMinutes={day === dayInZone(now, zone) ? nowMinutes : null}
            onAdd={onAdd}
          />
        ))}
      </section>
    </div>
  )
}

interface DayColumnProps extends Pick<TimeGridProps, 'calendar' | 'onAdd'> {
  day: Day
  isPast: boolean
  placed: Placed<TimeEntry>[]
  nowMinutes: number | null
}

function DayColumn({ day, isPast, placed, calendar, nowMinutes, onAdd }: DayColumnProps) {
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
          {timeWords(range.from)} – {timeWords(range.to)}
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

interface TimeEntry extends Span {
  event: CalendarEvent
}

function TimeEntryLink({
  item,
  calendar,
  isDim,
}: {
  item: Placed<TimeEntry>
  calendar: EventCalendar
  isDim: boolean
}) {
  const { entry, from, to, column, columns } = item
  const { event } = entry
  const isOff = !takesPlace(event.status)
  const isSolid = event.category === 'Alert' && !isOff && !isDim
  const height = Math.max(to - from, STEP)
  const place = placeWords(event)
  return (
    <a
      href={eventPath(calendar, event.id)}
      data-event={event.id}
      className={classes(
        'absolute overflow-hidden rounded-[5px] border-l-3 px-1.5 py-0.5 text-xs leading-4 no-underline ring-1 ring-card hover:z-10 hover:ring-line-strong focus-visible:z-10',
        isOff
          ? 'border border-l-3 border-line-strong bg-card'
          : isSolid
            ? 'border-alert bg-alert-solid text-white'
            : looks[event.category],
        isDim && 'text-muted',
      )}
      style={{
        top: topOf(from),
        height: `calc(${topOf(height)} - 2px)`,
        left: `calc(${(column / columns) * 100}% + 2px)`,
        width: `calc(${100 / columns}% - 4px)`,
      }}
    >
      <span className="sr-only">
        {categoryNames[event.category]}, {event.status !== 'scheduled' && `${statusNames[event.status]}, `}
      </span>
      <span
        className={classes('font-semibold', height > STEP ? 'line-clamp-2' : 'block truncate', isOff && 'line-through')}
      >
        {event.title}
      </span>
      {height > STEP && (
        <span className="block truncate">
          {columns > 1
            ? clockTime(event.start_time, calendar.time_zone)
            : `${clockTime(event.start_time, calendar.time_zone)} – ${clockTime(event.end_time, calendar.time_zone)}`}
        </span>
      )}
      {height > 60 && place && <span className="block truncate">{place}</span>}
    </a>
  )
}

const looks: Record<EventCategory, string> = {
  Event: 'border-event bg-event-soft',
  Alert: 'border-alert bg-alert-soft',
  Notice: 'border-notice bg-notice-soft',
  FYI: 'border-fyi bg-fyi-soft',
}

const gutter = 'w-16 shrink-0 pr-2 text-right text-[0.6875rem] text-muted tabular-nums'

function shade(day: Day): string {
  return weekdayOf(day) % 6 === 0 ? 'bg-weekend' : ''
}

/** Returns what the day shows between midnight and midnight; bars stand above. */
function entriesOn(day: Day, events: readonly CalendarEvent[], zone: string): TimeEntry[] {
  return events
    .filter((event) => !isBar(event) && event.event_date === day)
    .map((event) => ({
      event,
      from: minutesOf(timeInZone(event.start_time, zone)),
      to: dayInZone(event.end_time, zone) === day ? minutesOf(timeInZone(event.end_time, zone)) : DAY_MINUTES,
    }))
}

function topOf(minutes: number): string {
  return `${(minutes / 60) * HOUR_REM}rem`
}

/** "9 AM", without a day or zone. */
function hourWords(hour: number): string {
  return timeWords(hour * 60).replace(':00', '')
}

function timeWords(minutes: number): string {
  return clockTime(instantAt('2024-01-01', timeOf(minutes % DAY_MINUTES), 'UTC'), 'UTC')
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
