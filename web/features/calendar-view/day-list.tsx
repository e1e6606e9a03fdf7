import type { Key, ReactNode } from 'react'
import { longDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { classes } from '#web/ui/classes.ts'

/** The usual height of a day, by how many events it has; the last is for more, too. As whole words, by which Tailwind finds them. */
const HEIGHTS =
  'day-of-1 day-of-2 day-of-3 day-of-4 day-of-5 day-of-6 day-of-7 day-of-8 day-of-9 day-of-10 day-of-11 day-of-12'.split(
    ' ',
  )

interface DayListProps<E> {
  events: readonly E[]
  /** Events that began earlier are listed under this day. */
  first?: Day
  /** Days are drawn when they come near the screen. What is in them must not reach out of them. */
  isLong?: boolean
  item: (event: E) => ReactNode
}

/** Lists events under the days on which they begin. */
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
            isLong && `drawn-late ${HEIGHTS[Math.min(list.length, HEIGHTS.length) - 1]} -mx-1.5 px-1.5`,
          )}
        >
          <h3 className="pt-0.5 font-sans text-base font-semibold first-letter:uppercase">{longDay(day)}</h3>
          <ul className="min-w-0 space-y-4">{list.map(item)}</ul>
        </li>
      ))}
    </ol>
  )
}
