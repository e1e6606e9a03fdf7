import { ChevronRight, Search } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { longDay, monthName } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { eventPath } from '#domain/event-path.ts'
import { mapLink } from '#domain/event-place.ts'
import { beginWords, timeWords } from '#domain/event-words.ts'
import { groupBy } from '#domain/older-browsers.ts'
import { takesPlace } from '#domain/statuses.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { defaultViewQuery, viewHref } from '#domain/views.ts'
import { CategoryName, edgeOf, inkOf } from '#web/features/calendar-view/category-mark.tsx'
import { DateTile } from '#web/features/calendar-view/date-tile.tsx'
import { SEARCH_PANEL } from '#web/features/calendar-view/event-search.tsx'
import { ShortDay } from '#web/features/calendar-view/short-day.tsx'
import { StatusBadge } from '#web/features/calendar-view/status-badge.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { calendarPageTexts } from './calendar-page-texts.ts'
import type { ShownCalendar } from './public-calendar.ts'
import type { PublicViewProps } from './view-props.ts'

/** Shows alerts that hold now, at every width: beside a month in one line, because the month stands below it. */
export function RunningAlerts({ shown: { calendar, coming } }: { shown: ShownCalendar }) {
  return coming?.alerts.map((event) => (
    <Link
      key={event.id}
      to={eventPath(calendar, event.id)}
      className="mb-4 flex items-center gap-3 rounded-xl bg-alert-solid px-4 py-3 text-white sm:mb-2 sm:py-2 no-underline hover:brightness-95 forced-colors:border"
    >
      <SheetIcon name="triangle-alert" className="size-6 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="font-semibold wrap-anywhere max-sm:block">
          <span className="sr-only">{categoryNames.Alert}: </span>
          {event.title}
        </span>
        <span className="text-[0.9375rem] max-sm:block sm:ml-3">
          {calendarPageTexts.until(beginWords(event.end_time, event, calendar.time_zone))}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
    </Link>
  ))
}

/** Shows the next event, on phones: beside the month of a wider screen it would say the same twice. */
export function NextUp({ shown, eventAction }: PublicViewProps) {
  const { calendar, coming } = shown
  if (!coming?.next) return null
  const event = coming.next
  const zone = calendar.time_zone
  const map = mapLink(event, calendar)
  return (
    <Card data-print="no" className="mb-6 p-4 shadow-lift sm:hidden">
      <div className="flex gap-4">
        <DateTile day={event.event_date} />
        <div className="min-w-0">
          <p className="text-sm font-semibold text-notice">{calendarPageTexts.nextUp[coming.near]}</p>
          <h2 className="text-xl wrap-anywhere">
            <Link to={eventPath(calendar, event.id)} className="no-underline hover:underline">
              {event.title}
            </Link>
          </h2>
          <p className="text-[0.9375rem]">
            <span className="sr-only">{longDay(event.event_date)}, </span>
            {timeWords(event, zone)}
          </p>
          {shortPlace(event) && <p className="text-[0.9375rem] text-muted wrap-anywhere">{shortPlace(event)}</p>}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2 *:flex-1">
        {eventAction?.(calendar, event, 'button')}
        {map && (
          <a
            href={map}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className={buttonClasses({ variant: 'secondary' })}
          >
            <SheetIcon name="directions" className="size-5" />
            {calendarPageTexts.directions}
          </a>
        )}
      </div>
    </Card>
  )
}

/** Lists what comes next; on phones the month is one tap away. */
export const ComingList = memo(({ shown }: { shown: ShownCalendar }) => {
  const { calendar, coming, month } = shown
  if (!coming) return null
  const byDay = groupBy(coming.events, ({ event_date }) => (event_date < shown.today ? shown.today : event_date))
  /** A phone shows the next event above the list. */
  const hiddenWhere = (events: readonly PublicEvent[]) =>
    events.every((event) => event === coming.next) && 'max-sm:hidden'
  return (
    <section
      aria-labelledby="coming"
      className="not-print:contain-layout sm:rounded-xl sm:border sm:border-line sm:bg-card sm:p-6 sm:shadow-card"
    >
      <div className="flex items-center gap-1">
        <h2 id="coming" className="mr-auto text-xl">
          {calendarPageTexts.coming}
        </h2>
        <button type="button" popoverTarget={SEARCH_PANEL} aria-label={calendarPageTexts.search} className={forPhones}>
          <Search aria-hidden="true" className="size-5" />
        </button>
        {/* By its address: it works without scripts, and Back hides it again. */}
        <a href="#month" aria-label={calendarPageTexts.month} className={forPhones}>
          <SheetIcon name="calendar-days" className="size-5" />
        </a>
      </div>
      {coming.events.length === 0 && <p className="mt-3 text-muted">{calendarPageTexts.nothingComing}</p>}
      {/* Five days where the month is beside them. */}
      <ol className="divide-y divide-line sm:not-print:[&>li:nth-child(n+6)]:hidden">
        {[...byDay].map(([day, events]) => (
          <DayRow key={day} day={day} className={hiddenWhere(events)}>
            {events.map((event) => (
              <EventRow key={event.id} event={event} calendar={calendar} className={hiddenWhere([event])} />
            ))}
          </DayRow>
        ))}
      </ol>
      <p data-print="no" className="mt-2 flex flex-wrap gap-x-5">
        {coming.moreFrom && (
          <MoreLink to={viewHref({ ...defaultViewQuery, view: 'agenda', date: coming.moreFrom })}>
            {calendarPageTexts.showMore}
          </MoreLink>
        )}
        <MoreLink to={viewHref({ ...defaultViewQuery, month })}>{calendarPageTexts.allOf(monthName(month))}</MoreLink>
      </p>
    </section>
  )
})

function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} rel="nofollow" className="inline-flex min-h-11 items-center link">
      {children}
    </Link>
  )
}

const forPhones = 'grid size-11 place-items-center rounded-lg hover:bg-sunk sm:hidden print:hidden'

/** Hides the month on phones until the address names it. */
export const revealed = 'max-sm:not-target:hidden scroll-mt-32'

/** The id of the heading that names the shown days. */
export const SHOWN_DAYS = 'shown-days'

function DayRow({ day, className, children }: { day: Day; className: string | false; children: ReactNode }) {
  return (
    <li data-print="together" className={classes('flex gap-3 py-4', className)}>
      <h3 className="w-12 shrink-0 text-center font-sans">
        <span className="sr-only">{longDay(day)}</span>
        <ShortDay day={day} />
      </h3>
      <ul className="min-w-0 flex-1 space-y-4">{children}</ul>
    </li>
  )
}

interface EventRowProps {
  event: PublicEvent
  calendar: ShownCalendar['calendar']
  className: string | false
}

function EventRow({ event, calendar, className }: EventRowProps) {
  const { category, status, title } = event
  return (
    <li className={classes('border-l-3 pl-3', edgeOf(category), className)}>
      <p className="flex flex-wrap justify-between gap-x-3 text-[0.9375rem]">
        <time dateTime={event.start_time} className={classes('font-semibold', inkOf(category))}>
          {timeWords(event, calendar.time_zone)}
        </time>
        <CategoryName category={category} />
      </p>
      <p
        className={classes(
          'text-[1.0625rem] leading-snug font-semibold wrap-anywhere',
          !takesPlace(status) && 'line-through',
        )}
      >
        <Link to={eventPath(calendar, event.id)} className="no-underline hover:underline">
          {title}
        </Link>
      </p>
      <StatusBadge status={status} />
      {shortPlace(event) && <p className="text-[0.9375rem] text-muted wrap-anywhere">{shortPlace(event)}</p>}
    </li>
  )
}

/** The name of the place, where it has one: its address is on the event's page. */
function shortPlace({ location_name, location }: PublicEvent): string | null {
  return location_name ?? location
}
