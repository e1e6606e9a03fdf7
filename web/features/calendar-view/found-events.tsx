import type { Key, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Day } from '#domain/dates.ts'
import { type ViewQuery, viewHref } from '#domain/views.ts'
import { Card } from '#web/ui/card.tsx'
import { DayList } from './day-list.tsx'
import { searchTexts } from './texts.ts'

interface FoundEventsProps<E> {
  viewQuery: ViewQuery
  /** Undefined while they load. */
  events: readonly E[] | undefined
  hasMore: boolean
  item: (event: E) => ReactNode
}

/** Lists search results: coming events, soonest first, or past ones, latest first. */
export function FoundEvents<E extends { event_date: Day; id: Key }>(props: FoundEventsProps<E>) {
  const { viewQuery, events, hasMore, item } = props
  return (
    <Card className="p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 className="text-xl wrap-anywhere sm:text-2xl">{searchTexts.found(viewQuery.search)}</h2>
        <p role="status" className="mr-auto text-muted">
          {events && events.length > 0 && searchTexts.count(events.length, hasMore)}
        </p>
        <nav aria-label={searchTexts.when} data-print="no" className="flex gap-4">
          {[false, true].map((past) => (
            <Link
              key={String(past)}
              to={viewHref({ ...viewQuery, past })}
              aria-current={past === viewQuery.past ? 'page' : undefined}
              preventScrollReset
              rel="nofollow"
              className="inline-flex min-h-8 items-center link aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {past ? searchTexts.past : searchTexts.coming}
            </Link>
          ))}
          <Link
            to={viewHref({ ...viewQuery, search: '', past: false })}
            preventScrollReset
            className="inline-flex min-h-8 items-center link"
          >
            {searchTexts.clear}
          </Link>
        </nav>
      </div>
      <div className="mt-3 min-h-16">
        {events?.length === 0 && <p className="text-muted">{searchTexts.none}</p>}
        {events && events.length > 0 && <DayList events={events} item={item} />}
      </div>
    </Card>
  )
}
