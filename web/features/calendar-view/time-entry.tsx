import type { EventCategory } from '#domain/categories.ts'
import { clockRange, clockTime } from '#domain/date-words.ts'
import { eventPath } from '#domain/event-path.ts'
import { placeWords } from '#domain/event-words.ts'
import { shownStatus, statusNames, takesPlace } from '#domain/statuses.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { classes } from '#web/ui/classes.ts'
import { type Placed, SHORTEST, type Span } from './day-columns.ts'
import type { ChipCalendar } from './month-chip.tsx'
import type { ShownEvent } from './shown-event.ts'

const HOUR_REM = 3

export type TimeEvent = ShownEvent & Parameters<typeof placeWords>[0]

export interface TimeEntry extends Span {
  event: TimeEvent
}

interface TimeEntryLinkProps {
  item: Placed<TimeEntry>
  calendar: ChipCalendar
  /** It is over. */
  isDim: boolean
}

/** An event in the hours of its day. A plain link, which the grid's click handler takes over. */
export function TimeEntryLink({ item, calendar, isDim }: TimeEntryLinkProps) {
  const { entry, from, to, column, columns } = item
  const { event } = entry
  const status = shownStatus(event)
  const isOff = !takesPlace(status)
  const isSolid = event.category === 'Alert' && !isOff && !isDim
  const height = Math.max(to - from, SHORTEST)
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
        {categoryNames[event.category]}, {status !== 'scheduled' && `${statusNames[status]}, `}
      </span>
      <span
        className={classes(
          'font-semibold',
          height > SHORTEST ? 'line-clamp-2' : 'block truncate',
          isOff && 'line-through',
        )}
      >
        {event.title}
      </span>
      {height > SHORTEST && (
        <span className="block truncate">
          {columns > 1
            ? clockTime(event.start_time, calendar.time_zone)
            : clockRange(event.start_time, event.end_time, calendar.time_zone)}
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

/** Returns how far down a column a time is. */
export function topOf(minutes: number): string {
  return `${(minutes / 60) * HOUR_REM}rem`
}
