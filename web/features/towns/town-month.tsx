import { Link } from 'react-router'
import { briefTime, longDay, weekdayNames } from '#domain/date-words.ts'
import { addDays, type Day, type Month, monthGrid, monthOf, weekdayOf } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { takesPlace } from '#domain/statuses.ts'
import { classes } from '#web/ui/classes.ts'
import { ColorMark } from './color-mark.tsx'
import { townTexts } from './texts.ts'
import type { TownEvent } from './town.ts'
import type { CalendarsById } from './town-list.tsx'

interface TownMonthProps {
  month: Month
  today: Day
  events: readonly TownEvent[]
  calendars: CalendarsById
  /** Leads to the list of the month. */
  monthHref: string
}

const CELL_MAX = 3

/** Shows a month as a table of links, on wider screens: it needs no script, and phones have the list. */
export function TownMonth({ month, today, events, calendars, monthHref }: TownMonthProps) {
  const byDay = groupByDay(events)
  const weeks = monthGrid(month).filter((week) => week.some((day) => monthOf(day) === month))
  return (
    <div className="hidden overflow-clip rounded-xl border border-line bg-card sm:block">
      <table className="w-full table-fixed">
        <thead>
          <tr>
            {weekdays.map(({ long, short }) => (
              <th
                key={long}
                scope="col"
                abbr={long}
                className="px-2.5 py-1.5 text-left text-xs font-semibold text-muted"
              >
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  className={classes(
                    'h-24 border-t border-l border-line p-1 align-top first:border-l-0',
                    weekdayOf(day) % 6 === 0 && 'bg-weekend',
                  )}
                >
                  {monthOf(day) === month && (
                    <>
                      <DayNumber day={day} isToday={day === today} />
                      <DayEvents day={day} events={byDay.get(day) ?? []} {...{ calendars, monthHref }} />
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayNumber({ day, isToday }: { day: Day; isToday: boolean }) {
  return (
    <time
      dateTime={day}
      aria-current={isToday ? 'date' : undefined}
      className={classes(
        'grid h-6 w-fit min-w-6 place-items-center rounded-full text-sm font-semibold tabular-nums',
        isToday && 'bg-ink text-paper',
      )}
    >
      {Number(day.slice(8))}
    </time>
  )
}

interface DayEventsProps extends Pick<TownMonthProps, 'calendars' | 'monthHref'> {
  day: Day
  events: readonly TownEvent[]
}

function DayEvents({ day, events, calendars, monthHref }: DayEventsProps) {
  if (events.length === 0) return null
  const shown = events.length > CELL_MAX ? events.slice(0, CELL_MAX - 1) : events
  return (
    <ul aria-label={longDay(day)} className="mt-1 space-y-0.5 text-xs">
      {shown.map((event) => (
        <Chip key={event.id} event={event} calendars={calendars} />
      ))}
      {events.length > shown.length && (
        <li>
          <Link
            to={`${monthHref}#day-${day}`}
            rel="nofollow"
            className="flex min-h-6 items-center px-1.5 font-semibold"
          >
            {townTexts.more(events.length - shown.length)}
          </Link>
        </li>
      )}
    </ul>
  )
}

function Chip({ event, calendars }: { event: TownEvent; calendars: CalendarsById }) {
  const calendar = calendars.get(event.calendar_id)
  if (!calendar) return null
  return (
    <li>
      <Link
        to={eventPath(calendar, event.id)}
        className={classes(
          'flex min-h-6 items-center gap-1.5 rounded-[5px] px-1.5 no-underline hover:ring-1 hover:ring-line-strong',
          event.category === 'Alert' && takesPlace(event.status)
            ? 'bg-alert-solid font-semibold text-white'
            : 'bg-sunk',
        )}
      >
        <ColorMark color={calendar.color} className="size-2.25 shrink-0" />
        <span className="sr-only">{calendar.name}, </span>
        {!event.all_day && (
          <span className="hidden shrink-0 tabular-nums lg:inline">
            {briefTime(event.start_time, calendar.time_zone)}
          </span>
        )}
        <span className={classes('min-w-0 truncate', !takesPlace(event.status) && 'line-through')}>{event.title}</span>
      </Link>
    </li>
  )
}

function groupByDay(events: readonly TownEvent[]): Map<Day, TownEvent[]> {
  const days = new Map<Day, TownEvent[]>()
  for (const event of events) {
    for (let day = event.event_date; day <= event.end_date; day = addDays(day, 1)) {
      const list = days.get(day)
      if (list) list.push(event)
      else days.set(day, [event])
    }
  }
  return days
}

const shortNames = weekdayNames('short')
const weekdays = weekdayNames('long').map((long, index) => ({ long, short: shortNames[index] }))
