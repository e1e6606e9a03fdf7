import { useState } from 'react'
import { Link } from 'react-router'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { upcomingTexts } from '#web/features/calendars/frame-texts.ts'
import { NextMailing } from '#web/features/calendars/next-mailing.tsx'
import { eventWhen, type Upcoming } from '#web/features/calendars/upcoming.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'

interface CardUpcomingProps {
  calendar: MyCalendar
  upcoming: Upcoming
  /** Admins also see the next mailing. */
  isAdmin: boolean
}

/** Shows what is next in a calendar: two events, and the mailing. */
export function CardUpcoming({ calendar, upcoming, isAdmin }: CardUpcomingProps) {
  const [now] = useState(() => new Date())
  const place = { zone: calendar.time_zone, now }
  const nothing = upcoming.has_events
    ? upcomingTexts.nothingMore
    : isAdmin
      ? upcomingTexts.nothing
      : upcomingTexts.nothingForMembers
  return (
    <div className="mt-4 text-sm">
      {upcoming.events.length === 0 ? (
        <p className="border-t border-line py-2 text-muted">{nothing}</p>
      ) : (
        <ul aria-label={upcomingTexts.coming}>
          {upcoming.events.map((event) => (
            <li key={event.id} className="flex items-baseline gap-x-2.5 border-t border-line py-2 max-sm:flex-wrap">
              <CategoryDot category={event.category} className="size-2.5" />
              <span className="sr-only">{categoryNames[event.category]}</span>
              <span className="shrink-0 whitespace-nowrap sm:w-36 text-muted tabular-nums">
                {eventWhen(event, place)}
              </span>
              <Link
                to={`/calendars/${calendar.id}/events/${event.id}`}
                className="min-w-0 truncate font-semibold max-sm:basis-full max-sm:pl-5 no-underline hover:underline"
              >
                {event.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isAdmin && (
        <div className="border-t border-line py-2">
          <NextMailing calendar={calendar} paused={upcoming.paused} now={now} />
        </div>
      )}
    </div>
  )
}
