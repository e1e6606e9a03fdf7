import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { categoryNames } from '#domain/texts/categories.ts'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { groupByState } from './group-by-state.ts'
import type { Found, FoundCalendar, NextEvent } from './search.ts'
import { locatePageTexts } from './texts.ts'

export type FollowAction = (calendar: FoundCalendar) => ReactNode

export function FoundCalendars({ found, follow }: { found: Found; follow: FollowAction }) {
  const heading = found.calendars.length < FEW ? few : many
  return (
    <>
      <div className={classes('mb-10 grid grid-cols-1 gap-x-4', heading.gap, 'md:grid-cols-2 xl:grid-cols-3')}>
        {groupByState(found.calendars).map(([state, calendars]) => {
          const { section, list } = shapes[calendars.length] ?? whole
          return (
            <section key={state} aria-labelledby={idOf(state)} className={classes('min-w-0', section)}>
              <h2 id={idOf(state)} className={heading.look}>
                {state}
              </h2>
              <ul className={classes('grid grid-cols-1 gap-4', list)}>
                {calendars.map((calendar) => (
                  <CalendarCard key={calendar.id} calendar={calendar} follow={follow} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <Pages found={found} />
    </>
  )
}

/** Below it a state is a small line: six calendars of six states need no six headings. */
const FEW = 12
const few = { gap: 'gap-y-5', look: 'mb-1.5 font-sans text-sm text-muted' }
const many = { gap: 'gap-y-8', look: 'mb-4 border-b border-line pb-2 text-2xl' }

/** States with few calendars share a row. */
const shapes: Record<number, { section: string; list: string }> = {
  1: { section: '', list: '' },
  2: { section: 'md:col-span-2', list: 'md:grid-cols-2' },
}
const whole = { section: 'col-span-full', list: 'md:grid-cols-2 xl:grid-cols-3' }

/** Makes the whole card clickable; the link's accessible name is the calendar's name. */
function CalendarCard({ calendar, follow }: { calendar: FoundCalendar; follow: FollowAction }) {
  return (
    <li className="relative flex flex-col rounded-xl border border-line bg-card p-5 shadow-card transition-shadow hover:border-line-strong hover:shadow-lift">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-xl leading-snug wrap-anywhere">
          <Link to={`/calendar/${calendar.id}`} className="no-underline after:absolute after:inset-0 after:rounded-xl">
            {calendar.name}
          </Link>
        </h3>
        <span className="text-sm text-muted tabular-nums">#{calendar.identifier}</span>
      </div>
      <p className="mt-1 flex items-center gap-1.5 text-muted">
        <SheetIcon name="map-pin" className="size-4" />
        {calendar.city}, {calendar.state}
      </p>
      {calendar.description && <p className="mt-3 line-clamp-2 text-sm">{calendar.description}</p>}
      <div className="mt-auto flex flex-col gap-4 pt-4">
        {calendar.next && <Next event={calendar.next} />}
        {/* Above the link that covers the card. Following needs scripts; the calendar itself does not. */}
        <div className="relative self-end noscript:hidden">{follow(calendar)}</div>
      </div>
    </li>
  )
}

function Next({ event }: { event: NextEvent }) {
  return (
    <div className="flex items-center gap-3 rounded-lg bg-sunk p-2.5">
      <span
        aria-hidden="true"
        className="w-12 shrink-0 overflow-hidden rounded-lg border border-line bg-card text-center leading-tight"
      >
        <span className="block bg-bell py-0.5 text-xs font-semibold text-bell-ink first-letter:uppercase">
          {event.month}
        </span>
        <span className="block py-1 font-display text-xl leading-none font-semibold">{event.date}</span>
      </span>
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <CategoryDot category={event.category} />
          <span className="sr-only">{categoryNames[event.category]}: </span>
          {event.when}
        </p>
        <p className="truncate font-semibold">{event.title}</p>
      </div>
    </div>
  )
}

function Pages({ found: { query, page, hasMore } }: { found: Found }) {
  if (page === 1 && !hasMore) return null
  const hrefOf = (wanted: number) => `?${new URLSearchParams({ ...(query ? { q: query } : {}), page: String(wanted) })}`
  return (
    <nav aria-label={locatePageTexts.pages} className="flex gap-3">
      {page > 1 && (
        <ButtonLink variant="secondary" to={hrefOf(page - 1)}>
          {locatePageTexts.previous}
        </ButtonLink>
      )}
      {hasMore && (
        <ButtonLink variant="secondary" to={hrefOf(page + 1)}>
          {locatePageTexts.next}
        </ButtonLink>
      )}
    </nav>
  )
}

function idOf(state: string): string {
  return `state-${state.toLowerCase().replaceAll(' ', '-')}`
}
