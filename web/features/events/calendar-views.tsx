import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Day, dayInZone } from '#domain/dates.ts'
import { canAddEvent, type Standing } from '#domain/roles.ts'
import { eventProblemTexts, eventTexts } from '#domain/texts/events.ts'
import { dayOfView, parseViewQuery, viewHref } from '#domain/views.ts'
import { EventSearch } from '#web/features/calendar-view/event-search.tsx'
import { FoundEvents } from '#web/features/calendar-view/found-events.tsx'
import { ViewBar } from '#web/features/calendar-view/view-bar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { ViewerZone } from '#web/ui/viewer-zone.tsx'
import { CalendarDays } from './calendar-days.tsx'
import { CalendarMonth } from './calendar-month.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { EventItem } from './event-item.tsx'
import { useEvents } from './queries.ts'
import { panelTexts } from './texts.ts'

interface CalendarViewsProps {
  calendar: EventCalendar
  standing: Standing
  onAdd: (day: Day) => void
  onEdit: (event: CalendarEvent) => void
  onDelete: (event: CalendarEvent) => void
  onDuplicate: (event: CalendarEvent) => void
  onSendAlert: (event: CalendarEvent) => void
  /** What else can be done with an event. */
  eventAction?: (event: CalendarEvent) => ReactNode
}

/** The calendar as its address says to look at it: reloading shows the same. */
export function CalendarViews(props: CalendarViewsProps) {
  const { calendar, standing, onAdd, onEdit, onDelete, onDuplicate, onSendAlert, eventAction } = props
  const zone = calendar.time_zone
  const today = useToday(zone)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const viewQuery = parseViewQuery(search)
  const day = dayOfView(viewQuery, today)
  const { data, error, isPlaceholderData, refetch } = useEvents(calendar.id, { viewQuery, today, zone })
  useEffect(() => {
    if (error) toast(eventTexts.loadFailed)
  }, [error])

  const shown = isPlaceholderData ? undefined : data
  const item = (event: CalendarEvent) => (
    <EventItem
      key={event.id}
      event={event}
      calendar={calendar}
      standing={standing}
      onEdit={() => onEdit(event)}
      onDelete={() => onDelete(event)}
      onDuplicate={() => onDuplicate(event)}
      onSendAlert={() => onSendAlert(event)}
      action={eventAction?.(event)}
    />
  )

  function choose(date: Day) {
    const address = viewHref({ ...viewQuery, month: null, date: date === today ? null : date })
    // Not within the click: the router would draw every link of the page anew before the browser shows that it was pressed.
    setTimeout(() => navigate(address, { replace: true, preventScrollReset: true }))
  }

  function add(chosen: Day) {
    if (chosen < today) toast(eventProblemTexts.pastDay)
    else onAdd(chosen)
  }

  const mayAdd = canAddEvent(standing)
  const days = { day, today, zone, item, onAdd: mayAdd ? add : undefined }
  return (
    <ViewerZone>
      <div data-print="no" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <ViewBar viewQuery={viewQuery} today={today} />
        <EventSearch viewQuery={viewQuery} />
      </div>
      {error && <LoadFailed onRetry={() => refetch()} />}
      {viewQuery.search !== '' ? (
        <FoundEvents viewQuery={viewQuery} events={shown?.events} hasMore={shown?.hasMore ?? false} item={item} />
      ) : viewQuery.view === 'month' ? (
        <CalendarMonth {...days} events={data?.events ?? []} busy={!shown} onChoose={choose} />
      ) : (
        <CalendarDays {...days} viewQuery={viewQuery} calendar={calendar} events={shown?.events} />
      )}
    </ViewerZone>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <div className="mb-4">
      <Banner
        variant="danger"
        title={eventTexts.loadFailed.body}
        action={
          <Button variant="secondary" size="small" onClick={onRetry}>
            {panelTexts.tryAgain}
          </Button>
        }
      />
    </div>
  )
}

/** The day it is where the calendar lives; looked up again when somebody comes back to the tab after midnight. */
function useToday(zone: string): Day {
  const [today, setToday] = useState(() => dayInZone(Date.now(), zone))
  useEffect(() => {
    const updateToday = () => setToday(dayInZone(Date.now(), zone))
    updateToday()
    document.addEventListener('visibilitychange', updateToday)
    return () => document.removeEventListener('visibilitychange', updateToday)
  }, [zone])
  return today
}
