import type { Key, ReactNode } from 'react'
import { longDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { classes } from './classes.ts'

/** As many events as web/styles/app.css knows the height of a day with. */
const MOST_SIZED = 12

interface DayListProps<E> {
  events: readonly E[]
  /** What began before it stands there. */
  first?: Day
  /** Days are drawn when they come near the screen. What is in them must not reach out of them. */
  isLong?: boolean
  item: (event: E) => ReactNode
}

/** Events under the days on which they begin. */
export function DayList<E extends { event_date: Day; id: Key }>({
  events,
  first = '',
  isLong = false,
  item,
}: DayListProps<E>) {
  const days = Map.groupBy(events, ({ event_date }) => (event_date < first ? first : event_date))
  return (
    <ol className="divide-y divide-line">
      {[...days].map(([day, list]) => (
        <li
          key={day}
          data-print="together"
          className={classes(
            'grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[12rem_1fr] lg:grid-cols-[17rem_1fr]',
            isLong && `drawn-late day-of-${Math.min(list.length, MOST_SIZED)} -mx-1.5 px-1.5`,
          )}
        >
          <h3 className="pt-0.5 font-sans text-base font-semibold first-letter:uppercase">{longDay(day)}</h3>
          <ul className="min-w-0 space-y-4">{list.map(item)}</ul>
        </li>
      ))}
    </ol>
  )
}
