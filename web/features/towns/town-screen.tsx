import { type ReactNode, useId, useMemo } from 'react'
import { Link, useNavigation } from 'react-router'
import type { CollectionCalendar } from '#domain/collections.ts'
import { monthName } from '#domain/date-words.ts'
import { addMonths, type Day, firstDayOf, type Month } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { timeWords } from '#domain/event-words.ts'
import { nearness } from '#domain/nearness.ts'
import { DateTile } from '#web/features/calendar-view/date-tile.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/page.tsx'
import { ColorMark } from './color-mark.tsx'
import { townTexts } from './texts.ts'
import { type ShownTown, type TownEvent, townHref } from './town.ts'
import { TownList } from './town-list.tsx'
import { TownMonth } from './town-month.tsx'

/** Shows the events of several calendars on one page. */
export function TownScreen({ shown, actions }: { shown: ShownTown; actions: ReactNode }) {
  const { town, month, today, only, events, coming, hasMore, isMonth } = shown
  const id = useId()
  const busy = useNavigation().state !== 'idle'
  const calendars = useMemo(() => new Map(town.calendars.map((calendar) => [calendar.id, calendar])), [town])
  const monthHref = townHref({ month, only })
  const listed = coming ?? events
  return (
    <Page width="calendar" className="max-sm:pt-3">
      <header className="mb-4 flex flex-wrap items-end gap-x-8 gap-y-5 sm:mb-8">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-[1.75rem] wrap-anywhere sm:text-4xl">{town.name}</h1>
          <p className="mt-1.5 text-muted">{townTexts.calendars(town.calendars.length)}</p>
        </div>
        <div data-print="no" className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:*:px-3 max-sm:*:text-sm">
          {town.calendars.length > 0 && actions}
        </div>
      </header>
      {town.calendars.length > 1 && <Filter shown={shown} />}
      {town.calendars.length === 0 ? (
        <Card className="p-6 text-muted">{townTexts.empty}</Card>
      ) : (
        <>
          {coming?.[0] && <NextUp event={coming[0]} calendar={calendars.get(coming[0].calendar_id)} today={today} />}
          <section aria-labelledby={id} aria-busy={busy || undefined} className={classes(busy && 'opacity-60')}>
            <Steps id={id} shown={shown} />
            <TownMonth {...{ month, today, events, calendars, monthHref }} />
          </section>
          <Card className="mt-6 p-4 sm:p-6">
            <h2 className="text-xl">{isMonth ? townTexts.monthOf(monthName(month)) : townTexts.coming}</h2>
            {listed.length === 0 && <p className="mt-3 text-muted">{townTexts.nothing}</p>}
            <TownList events={listed} calendars={calendars} first={isMonth ? firstDayOf(month) : today} />
            {isMonth && hasMore && <p className="mt-3 text-muted">{townTexts.tooMany}</p>}
            <p data-print="no">
              <Link
                to={isMonth ? townHref({ month: null, only }) : monthHref}
                rel="nofollow"
                className="inline-flex min-h-11 items-center link"
              >
                {isMonth ? townTexts.showComing : townTexts.showMonth(monthName(month))}
              </Link>
            </p>
          </Card>
        </>
      )}
      <Card className="mt-6 p-5 sm:p-6">
        <h2 className="text-xl">{townTexts.about}</h2>
        {town.description && <p className="mt-2 whitespace-pre-line">{town.description}</p>}
        <p className="mt-2 text-muted">{townTexts.aboutBody}</p>
      </Card>
    </Page>
  )
}

interface NextUpProps {
  event: TownEvent
  calendar: CollectionCalendar | undefined
  today: Day
}

/** What is on next, on phones: a wider screen shows the month. */
function NextUp({ event, calendar, today }: NextUpProps) {
  if (!calendar) return null
  return (
    <Card data-print="no" className="mb-5 flex gap-4 p-4 shadow-lift sm:hidden">
      <DateTile day={event.event_date} />
      <div className="min-w-0">
        <p className="text-sm font-semibold text-notice">
          {townTexts.nextUp[nearness(event, today, calendar.time_zone)]}
        </p>
        <h2 className="text-xl wrap-anywhere">
          <Link to={eventPath(calendar, event.id)} className="no-underline hover:underline">
            {event.title}
          </Link>
        </h2>
        <p className="text-[0.9375rem]">{timeWords(event, calendar.time_zone)}</p>
        <p className="text-[0.9375rem] text-muted wrap-anywhere">{calendar.name}</p>
      </div>
    </Card>
  )
}

/** Leads to the months before and after, by links. */
function Steps({ id, shown: { month, only } }: { id: string; shown: ShownTown }) {
  const step = (to: Month) => (
    <Link
      to={townHref({ month: to, only })}
      rel="nofollow"
      replace
      preventScrollReset
      className="inline-flex min-h-11 items-center link first-letter:uppercase"
    >
      {monthName(to)}
    </Link>
  )
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-5">
      <h2 id={id} aria-live="polite" className="mr-auto text-xl first-letter:uppercase sm:text-2xl">
        {monthName(month)}
      </h2>
      <nav aria-label={townTexts.months} data-print="no" className="flex gap-x-5">
        {step(addMonths(month, -1))}
        {step(addMonths(month, 1))}
      </nav>
    </div>
  )
}

/** Chooses calendars by links, so it works without scripts and can be shared. */
function Filter({ shown: { town, only, isMonth, month } }: { shown: ShownTown }) {
  const hrefOf = (numbers: number[]) => townHref({ month: isMonth ? month : null, only: numbers })
  const toggled = ({ identifier }: CollectionCalendar) =>
    only.includes(identifier) ? only.filter((number) => number !== identifier) : [...only, identifier]
  return (
    <nav aria-label={townTexts.filter} data-print="no" className="mb-5">
      {/* On a phone they are one row to swipe, so that the events are near. */}
      <ul
        data-swipe
        className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:*:shrink-0 sm:flex-wrap"
      >
        <li>
          <FilterLink to={hrefOf([])} isChosen={only.length === 0}>
            {townTexts.all}
          </FilterLink>
        </li>
        {town.calendars.map((calendar) => (
          <li key={calendar.id} className="max-w-full max-sm:max-w-64">
            <FilterLink to={hrefOf(toggled(calendar))} isChosen={only.includes(calendar.identifier)}>
              <ColorMark color={calendar.color} className="size-3 shrink-0" />
              <span className="min-w-0 truncate">{calendar.name}</span>
            </FilterLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function FilterLink({ to, isChosen, children }: { to: string; isChosen: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      rel="nofollow"
      replace
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={classes(
        'flex min-h-11 items-center gap-2 rounded-full border px-4 no-underline hover:bg-sunk',
        isChosen ? 'border-ink bg-sunk font-semibold' : 'border-line-strong',
      )}
    >
      {children}
    </Link>
  )
}
