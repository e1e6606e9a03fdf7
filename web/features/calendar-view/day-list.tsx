import type { Key, ReactNode } from 'react'
import { longDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { groupBy } from '#domain/older-browsers.ts'
import { classes } from '#web/ui/classes.ts'
import { ShortDay } from './short-day.tsx'

interface DayListProps<E> {
  events: readonly E[]
  /** Events that began earlier are listed on this day. */
  first?: Day
  /** The days are of the next weeks: a phone need not name their year. */
  isNear?: boolean
  item: (event: E) => ReactNode
}

/** Lists events under the days on which they begin. */
export function DayList<E extends { event_date: Day; id: Key }>({
  events,
  first = '',
  isNear = false,
  item,
}: DayListProps<E>) {
  const days = groupBy(events, ({ event_date }) => (event_date < first ? first : event_date))
  return (
    <ol className="divide-y divide-line">
      {[...days].map(([day, list]) => (
        <li
          key={day}
          data-print="together"
          className={classes(
            'grid gap-x-3 gap-y-1 py-4 sm:grid-cols-[12rem_1fr] sm:gap-x-6 lg:grid-cols-[17rem_1fr]',
            isNear && 'grid-cols-[3rem_1fr] max-sm:first:pt-1',
          )}
        >
          <h3 className="pt-0.5 font-sans text-base font-semibold">
            <span className={classes('block first-letter:uppercase', isNear && 'max-sm:sr-only')}>{longDay(day)}</span>
            {isNear && <ShortDay day={day} className="sm:hidden" />}
          </h3>
          <ul className="min-w-0 space-y-4">{list.map(item)}</ul>
        </li>
      ))}
    </ol>
  )
}
