import type { Key, ReactNode } from 'react'
import { longDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { groupBy } from '#domain/older-browsers.ts'

interface DayListProps<E> {
  events: readonly E[]
  /** Events that began earlier are listed on this day. */
  first?: Day
  item: (event: E) => ReactNode
}

/** Lists events under the days on which they begin. */
export function DayList<E extends { event_date: Day; id: Key }>({ events, first = '', item }: DayListProps<E>) {
  const days = groupBy(events, ({ event_date }) => (event_date < first ? first : event_date))
  return (
    <ol className="divide-y divide-line">
      {[...days].map(([day, list]) => (
        <li
          key={day}
          data-print="together"
          className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[12rem_1fr] lg:grid-cols-[17rem_1fr]"
        >
          <h3 className="pt-0.5 font-sans text-base font-semibold first-letter:uppercase">{longDay(day)}</h3>
          <ul className="min-w-0 space-y-4">{list.map(item)}</ul>
        </li>
      ))}
    </ol>
  )
}
