import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { clockTime, longDay, weekdayAndDate } from '#domain/date-words.ts'
import { addDays, type Day, dayInZone, daysBetween, timeInZone } from '#domain/dates.ts'
import { allDayWords } from '#domain/event-words.ts'
import { DAY_MINUTES, minutesOf } from '#domain/minutes.ts'
import { defaultViewQuery, shownDays, type ViewQuery, viewHref } from '#domain/views.ts'
import { classes } from '#web/ui/classes.ts'
import { layOutDay } from './day-columns.ts'
import type { ChipCalendar } from './month-chip.tsx'
import { Lanes } from './month-lanes.tsx'
import { isPlainClick } from './plain-click.ts'
import { type AddAt, minuteWords, shade, TimeColumn } from './time-column.tsx'
import { type TimeEvent, topOf } from './time-entry.tsx'
import { timeGridTexts } from './time-grid-texts.ts'
import { isBar, layOutWeek } from './week-lanes.ts'

interface TimeGridProps<E extends TimeEvent> {
  /** The view of a week or a day. */
  viewQuery: ViewQuery
  day: Day
  today: Day
  calendar: ChipCalendar
  events: readonly E[]
  /** A click on an event that the browser is not asked to open in a new tab. */
  onOpen: (event: E, entry: HTMLElement) => void
  /** A click or a drag over empty time. Undefined when the person may not add events. */
  onAdd?: AddAt | undefined
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Shows days as columns of hours, with what lasts all day above. Only for wide screens: the list beside it says the same. */
export function TimeGrid<E extends TimeEvent>({
  viewQuery,
  day: shownDay,
  today,
  calendar,
  events,
  onOpen,
  onAdd,
}: TimeGridProps<E>) {
  const now = useNow()
  const { first, last } = shownDays(viewQuery.view, shownDay)
  const days = useMemo(
    () => Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index)),
    [first, last],
  )
  const dayHref = (date: Day) => viewHref({ ...defaultViewQuery, view: 'day', date, categories: viewQuery.categories })
  const scroller = useRef<HTMLDivElement>(null)
  const zone = calendar.time_zone
  const lanes = useMemo(() => layOutWeek(events.filter(isBar), days), [events, days])
  const columns = useMemo(() => days.map((day) => layOutDay(entriesOn(day, events, zone))), [days, events, zone])
  const nowMinutes = minutesOf(timeInZone(now, zone))
  const todayShown = days.includes(dayInZone(now, zone))

  // Opens an hour before now, other days at seven.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other days are shown, not every minute.
  useLayoutEffect(() => {
    const hour = todayShown ? Math.floor(nowMinutes / 60) - 1 : 7
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
    <div
      data-time-grid
      className="flex h-full flex-col overflow-clip rounded-xl border border-line bg-card"
      onClick={onClick}
    >
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
        aria-label={timeGridTexts.hours}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="flex min-h-0 flex-1 overflow-y-auto border-t border-line [scrollbar-gutter:stable]"
      >
        <div aria-hidden="true" className={classes(gutter, 'relative h-288')}>
          {HOURS.slice(1).map((hour) => (
            <span key={hour} className="absolute right-2 -translate-y-1/2" style={{ top: topOf(hour * 60) }}>
              {hourWords(hour)}
            </span>
          ))}
          {todayShown && (
            <span
              className="absolute right-0.5 z-10 -translate-y-1/2 rounded bg-card px-0.5 font-semibold whitespace-nowrap text-alert"
              style={{ top: topOf(nowMinutes) }}
            >
              {clockTime(now, zone)}
            </span>
          )}
        </div>
        {days.map((day, index) => (
          <TimeColumn
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

const gutter = 'w-16 shrink-0 pr-2 text-right text-[0.6875rem] text-muted tabular-nums'

/** Returns what the day shows between midnight and midnight; bars stand above. */
function entriesOn(day: Day, events: readonly TimeEvent[], zone: string) {
  return events
    .filter((event) => !isBar(event) && event.event_date === day)
    .map((event) => ({
      event,
      from: minutesOf(timeInZone(event.start_time, zone)),
      to: dayInZone(event.end_time, zone) === day ? minutesOf(timeInZone(event.end_time, zone)) : DAY_MINUTES,
    }))
}

/** "9 AM", without a day or zone. */
function hourWords(hour: number): string {
  return minuteWords(hour * 60).replace(':00', '')
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
