import type { Key, ReactNode } from 'react'
import type { Day } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { defaultViewQuery, shownDays, type ViewQuery, viewHref } from '#domain/views.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { DayList } from './day-list.tsx'
import type { ShownEvent } from './shown-event.ts'
import { viewTexts } from './texts.ts'
import { WeekDays } from './week-days.tsx'

interface DaysViewProps<E> {
  viewQuery: ViewQuery
  calendar: { id: string; time_zone: string; disabled?: boolean }
  day: Day
  today: Day
  /** Undefined while they load. */
  events: readonly E[] | undefined
  busy: boolean
  item: (event: E) => ReactNode
  /** A click on an event of the week. Without it, its link leads to the event. */
  onOpen?: (event: E, entry: HTMLElement) => void
  /** Is shown above the events. */
  action?: ReactNode
  /** Replaces the list of a week on wide screens, and stands beside that of a day. Null: it comes later; its room is kept. */
  grid?: ReactNode
  /** Is shown while the events load. */
  fallback?: ReactNode
}

/** Shows a week, the coming days or one day. */
export function DaysView<E extends ShownEvent & { id: Key }>({
  busy,
  action,
  grid,
  fallback,
  ...days
}: DaysViewProps<E>) {
  const { viewQuery, events } = days
  const hasGrid = grid !== undefined
  const isDay = viewQuery.view === 'day'
  return (
    <div className="@container/calendar">
      <Card
        className={classes(
          'p-4 max-sm:border-0 max-sm:bg-transparent max-sm:p-0 max-sm:shadow-none sm:p-6',
          hasGrid && !isDay && 'at-1024:border-0 at-1024:bg-transparent at-1024:p-0 at-1024:shadow-none',
        )}
      >
        <section aria-label={viewTexts.names[viewQuery.view]} aria-busy={busy || undefined} className="min-h-64">
          {action}
          <div className={isDay && hasGrid ? halves : undefined}>
            {(grid || (isDay && hasGrid)) && <div className={gridBox}>{grid}</div>}
            {events ? (
              <div className={classes(!isDay && hasGrid && (grid ? 'at-1024:hidden' : listBox))}>
                <Days {...days} events={events} />
              </div>
            ) : (
              <div className={classes(hasGrid && 'at-1024:hidden')}>{fallback}</div>
            )}
          </div>
        </section>
      </Card>
    </div>
  )
}

// The height of the grid is there from the start, so that nothing moves when it arrives. Without scripts it never does.
const gridBox = 'hidden h-[max(78dvh,30rem)] min-w-0 at-1024:not-noscript:block'
const listBox = 'at-1024:not-noscript:h-[max(78dvh,30rem)] at-1024:not-noscript:overflow-y-auto'
const halves = 'at-1024:not-noscript:grid at-1024:not-noscript:grid-cols-2 at-1024:not-noscript:gap-6'

type DaysProps<E> = Omit<DaysViewProps<E>, 'busy' | 'events'> & { events: readonly E[] }

function Days<E extends ShownEvent>({ viewQuery, calendar, day, today, events, item, onOpen }: DaysProps<E>) {
  const { first } = shownDays(viewQuery.view, day)
  if (viewQuery.view === 'week') {
    return (
      <WeekDays
        first={first}
        today={today}
        events={events}
        zone={calendar.time_zone}
        dayHref={(date) => viewHref({ ...defaultViewQuery, view: 'day', date, categories: viewQuery.categories })}
        eventHref={({ id }) => eventPath(calendar, id)}
        onOpen={onOpen}
      />
    )
  }
  if (events.length === 0) return <p className="text-muted">{viewTexts.nothing[viewQuery.view]}</p>
  if (viewQuery.view === 'day') return <ul className="space-y-4">{events.map(item)}</ul>
  return <DayList events={events} first={first} item={item} isNear />
}
