import { Link } from 'react-router'
import type { CollectionCalendar } from '#domain/collections.ts'
import { longDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { timeWords } from '#domain/event-words.ts'
import { groupBy } from '#domain/older-browsers.ts'
import { takesPlace } from '#domain/statuses.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { StatusBadge } from '#web/features/calendar-view/status-badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { ColorMark } from './color-mark.tsx'
import type { TownEvent } from './town.ts'

export type CalendarsById = ReadonlyMap<string, CollectionCalendar>

interface TownListProps {
  events: readonly TownEvent[]
  calendars: CalendarsById
  /** Events that began earlier are listed on this day. */
  first: Day
}

/** Lists events of all calendars under their days. */
export function TownList({ events, calendars, first }: TownListProps) {
  const days = groupBy(events, ({ event_date }) => (event_date < first ? first : event_date))
  return (
    <ol className="divide-y divide-line">
      {[...days].map(([day, list]) => (
        <li
          key={day}
          id={`day-${day}`}
          data-print="together"
          className="grid scroll-mt-20 gap-x-6 gap-y-2 py-4 sm:grid-cols-[12rem_1fr] lg:grid-cols-[17rem_1fr]"
        >
          <h3 className="pt-0.5 font-sans text-base font-semibold first-letter:uppercase">{longDay(day)}</h3>
          <ul className="min-w-0 space-y-4">
            {list.map((event) => (
              <EventRow key={event.id} event={event} calendar={calendars.get(event.calendar_id)} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function EventRow({ event, calendar }: { event: TownEvent; calendar: CollectionCalendar | undefined }) {
  if (!calendar) return null
  const { category, status } = event
  const place = event.location_name ?? event.location
  return (
    <li className="flex gap-3">
      <ColorMark color={calendar.color} className="w-1 shrink-0 self-stretch" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 text-[0.9375rem]">
          <time dateTime={event.start_time} className="font-semibold">
            {timeWords(event, calendar.time_zone)}
          </time>
          <span className="flex items-center gap-1.5 text-sm text-muted">
            <CategoryDot category={category} className="size-2.5" />
            {categoryNames[category]}
          </span>
        </p>
        <p
          className={classes(
            'text-[1.0625rem] leading-snug font-semibold wrap-anywhere',
            !takesPlace(status) && 'line-through',
          )}
        >
          <Link to={eventPath(calendar, event.id)} className="no-underline hover:underline">
            {event.title}
          </Link>
        </p>
        <StatusBadge status={status} />
        <p className="text-[0.9375rem] text-muted wrap-anywhere">
          <Link to={`/calendar/${calendar.id}`} className="no-underline hover:underline">
            {calendar.name}
          </Link>
          {place && ` · ${place}`}
        </p>
      </div>
    </li>
  )
}
