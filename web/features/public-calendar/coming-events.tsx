import { CalendarDays, ChevronRight, Navigation, Search } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { EventCategory } from '#domain/categories.ts'
import { longDay, monthName, tileWords } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { eventPath } from '#domain/event-path.ts'
import { mapLink } from '#domain/event-place.ts'
import { beginWords, timeWords } from '#domain/event-words.ts'
import { groupBy } from '#domain/older-browsers.ts'
import { takesPlace } from '#domain/statuses.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { defaultViewQuery, viewHref } from '#domain/views.ts'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { DateTile } from '#web/features/calendar-view/date-tile.tsx'
import { StatusBadge } from '#web/features/calendar-view/status-badge.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { calendarPageTexts } from './calendar-page-texts.ts'
import { nearness } from './nearness.ts'
import type { ShownCalendar } from './public-calendar.ts'
import type { PublicViewProps } from './view-props.ts'

/** Shows alerts that hold now, at every width. */
export function RunningAlerts({ shown: { calendar, coming } }: { shown: ShownCalendar }) {
  return coming?.alerts.map((event) => (
    <Link
      key={event.id}
      to={eventPath(calendar, event.id)}
      className="mb-4 flex items-center gap-3 rounded-xl bg-alert-solid px-4 py-3 text-white no-underline hover:brightness-95 forced-colors:border"
    >
      <SheetIcon name="triangle-alert" className="size-6 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          <span className="sr-only">{categoryNames.Alert}: </span>
          {event.title}
        </span>
        <span className="block text-[0.9375rem]">
          {calendarPageTexts.until(beginWords(event.end_time, event, calendar.time_zone))}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
    </Link>
  ))
}

/** Shows the next event, on phones: beside the month of a wider screen it would say the same twice. */
export function NextUp({ shown, eventAction }: PublicViewProps) {
  const { calendar, coming, today } = shown
  if (!coming?.next) return null
  const event = coming.next
  const zone = calendar.time_zone
  const map = mapLink(event, calendar)
  const near = coming.isOn ? 'now' : nearness(event, today, zone)
  return (
    <Card data-print="no" className="mb-6 p-4 shadow-lift sm:hidden">
      <div className="flex gap-4">
        <DateTile day={event.event_date} />
        <div className="min-w-0">
          <p className="text-sm font-semibold text-notice">{calendarPageTexts.nextUp[near]}</p>
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
            <Navigation aria-hidden="true" className="size-5" />
            {calendarPageTexts.directions}
          </a>
        )}
      </div>
    </Card>
  )
}

/** Lists what comes next; on phones it comes before the month, which is one tap away. */
export const ComingList = memo(({ shown }: { shown: ShownCalendar }) => {
  const { calendar, coming, month } = shown
  if (!coming) return null
  const byDay = groupBy(coming.events, ({ event_date }) => (event_date < shown.today ? shown.today : event_date))
  return (
    <section
      aria-labelledby="coming"
      className="mt-6 not-print:contain-layout sm:rounded-xl sm:border sm:border-line sm:bg-card sm:p-6 sm:shadow-card"
    >
      <div className="flex items-center gap-1">
        <h2 id="coming" className="mr-auto text-xl">
          {calendarPageTexts.coming}
        </h2>
        <Reveal id="search" name={calendarPageTexts.search}>
          <Search aria-hidden="true" className="size-5" />
        </Reveal>
        <Reveal id="month" name={calendarPageTexts.month}>
          <CalendarDays aria-hidden="true" className="size-5" />
        </Reveal>
      </div>
      {coming.events.length === 0 && <p className="mt-3 text-muted">{calendarPageTexts.nothingComing}</p>}
      <ol className="divide-y divide-line">
        {[...byDay].map(([day, events]) => (
          <DayRow key={day} day={day} isShownAbove={events.length === 1 && events[0] === coming.next}>
            {events.map((event) => (
              <EventRow key={event.id} event={event} calendar={calendar} isShownAbove={event === coming.next} />
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

/** Shows a part of the page that phones hide, by its address: it works without scripts, and Back hides it again. */
function Reveal({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  return (
    <a href={`#${id}`} data-print="no" className="grid size-11 place-items-center rounded-lg hover:bg-sunk sm:hidden">
      {children}
      <span className="sr-only">{name}</span>
    </a>
  )
}

/** Hides on phones what is not the target of the address. */
export const revealed = 'max-sm:not-target:hidden scroll-mt-20'

function DayRow({ day, isShownAbove, children }: { day: Day; isShownAbove: boolean; children: ReactNode }) {
  const { month, date, weekday } = tileWords(day)
  return (
    <li data-print="together" className={classes('flex gap-3 py-4', isShownAbove && 'max-sm:hidden')}>
      <h3 className="w-12 shrink-0 text-center font-sans">
        <span className="sr-only">{longDay(day)}</span>
        <span aria-hidden="true" className="block font-display text-2xl leading-7">
          {date}
        </span>
        <span aria-hidden="true" className="block text-sm font-normal text-muted first-letter:uppercase">
          {weekday}
        </span>
        <span aria-hidden="true" className="block text-xs font-normal text-muted first-letter:uppercase">
          {month}
        </span>
      </h3>
      <ul className="min-w-0 flex-1 space-y-4">{children}</ul>
    </li>
  )
}

const edges: Record<EventCategory, string> = {
  Event: 'border-event',
  Alert: 'border-alert',
  Notice: 'border-notice',
  FYI: 'border-fyi',
}
const inks: Record<EventCategory, string> = {
  Event: 'text-event',
  Alert: 'text-alert',
  Notice: 'text-notice',
  FYI: 'text-fyi',
}

interface EventRowProps {
  event: PublicEvent
  calendar: ShownCalendar['calendar']
  isShownAbove: boolean
}

function EventRow({ event, calendar, isShownAbove }: EventRowProps) {
  const { category, status, title } = event
  return (
    <li className={classes('border-l-3 pl-3', edges[category], isShownAbove && 'max-sm:hidden')}>
      <p className="flex flex-wrap justify-between gap-x-3 text-[0.9375rem]">
        <time dateTime={event.start_time} className={classes('font-semibold', inks[category])}>
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
