import { useEffect, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { PublicEvent } from '#domain/event-columns.ts'
import { eventPath } from '#domain/event-path.ts'
import { DaysView } from '#web/features/calendar-view/days-view.tsx'
import { FoundEvents } from '#web/features/calendar-view/found-events.tsx'
import type { TimeGrid } from '#web/features/calendar-view/time-grid.tsx'
import { PublicEventItem } from './public-event-item.tsx'
import type { PublicViewProps } from './view-props.ts'

/** Shows every view but the month, and search results. Downloaded on demand, because most visitors only see the month. */
export function PublicOtherView({ shown, eventAction }: PublicViewProps) {
  const { calendar, viewQuery, today, day, events, hasMore } = shown
  const busy = useNavigation().state !== 'idle'
  const navigate = useNavigate()
  const hasGrid = viewQuery.view === 'week' || viewQuery.view === 'day'
  const Grid = useTimeGrid(hasGrid)
  const item = (event: PublicEvent) => (
    <PublicEventItem key={event.id} event={event} calendar={calendar} action={eventAction?.(calendar, event)} />
  )
  if (viewQuery.search !== '')
    return <FoundEvents viewQuery={viewQuery} events={events} hasMore={hasMore} item={item} />
  const days = { viewQuery, calendar, day, today, events }
  const grid = Grid && <Grid {...days} onOpen={({ id }) => navigate(eventPath(calendar, id))} />
  return <DaysView {...days} {...{ busy, item }} grid={hasGrid ? grid : undefined} />
}

/** Returns the grid of hours once it is loaded: not on phones, and not while the page must equal what the server rendered. */
function useTimeGrid(isNeeded: boolean): typeof TimeGrid | null {
  const [loaded, setLoaded] = useState<{ TimeGrid: typeof TimeGrid } | null>(null)
  useEffect(() => {
    if (isNeeded && matchMedia('(min-width: 64rem)').matches)
      import('#web/features/calendar-view/time-grid.tsx').then(setLoaded, () => {})
  }, [isNeeded])
  return loaded?.TimeGrid ?? null
}
