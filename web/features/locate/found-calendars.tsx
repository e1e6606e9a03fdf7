import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { type Found, type FoundCalendar, groupByState } from './search.ts'
import { locatePageTexts } from './texts.ts'

export function FoundCalendars({ found }: { found: Found }) {
  return (
    <>
      {groupByState(found.calendars).map(([state, calendars]) => (
        <section key={state} aria-labelledby={idOf(state)} className="mb-10">
          <h2 id={idOf(state)} className="mb-4 border-b border-line pb-2 text-2xl">
            {state}
          </h2>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {calendars.map((calendar) => (
              <CalendarCard key={calendar.id} calendar={calendar} />
            ))}
          </ul>
        </section>
      ))}
      <Pages found={found} />
    </>
  )
}

/** Makes the whole card clickable; the link's accessible name is the calendar's name. */
function CalendarCard({ calendar }: { calendar: FoundCalendar }) {
  return (
    <li className="relative flex flex-col rounded-xl border border-line bg-card p-5 shadow-card transition-shadow hover:border-line-strong hover:shadow-lift">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-sans text-lg leading-snug font-semibold">
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
    </li>
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
