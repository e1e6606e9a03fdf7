import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { DaysView } from '#web/features/calendar-view/days-view.tsx'
import { FoundEvents } from '#web/features/calendar-view/found-events.tsx'
import { MonthPicker } from '#web/features/calendar-view/month-picker.tsx'
import { Toolbar, toolbar } from '#web/features/calendar-view/toolbar.tsx'
import type { MoveTarget } from '#web/features/event-move/move-target.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { useEvents } from '#web/features/events/queries.ts'
import { eventTexts, panelTexts } from '#web/features/events/texts.ts'
import { useShowDay } from '#web/features/events/use-show-day.ts'
import { useViewQuery } from '#web/features/events/use-view-query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { toast } from '#web/ui/toast.ts'
import { ViewerZone } from '#web/ui/viewer-zone.tsx'
import { type Day, dayInZone } from '../../../domain/dates.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { dayOfView } from '../../../domain/views.ts'
import { CalendarMonth } from './calendar-month.tsx'
import type { EventAction } from './event-action.ts'
import { EventItem } from './event-item.tsx'
import { EventsSkeleton } from './events-skeleton.tsx'

const EventDrag = lazyExport(() => import('#web/features/event-move/event-drag.tsx'), 'EventDrag')
const TimeGrid = lazyExport(() => import('#web/features/calendar-view/time-grid.tsx'), 'TimeGrid')

interface CalendarViewsProps {
  calendar: EventCalendar
  membership: Membership
  onAdd: (day: Day, times?: { startTime: string; endTime: string }) => void
  onAct: (action: EventAction, event: CalendarEvent, target?: MoveTarget) => void
  /** Shows an event beside the element that was clicked. */
  onOpen: (event: CalendarEvent, anchor: HTMLElement) => void
  /** The buttons at the end of the toolbar. */
  tools?: ReactNode
  /** Comes with the first events, which would move it. */
  below?: ReactNode
  /** A further action for an event. */
  eventAction?: (event: CalendarEvent) => ReactNode
}

/** Shows the calendar in the view that the URL names, so that reloading shows the same. */
export function CalendarViews(props: CalendarViewsProps) {
  const { calendar, membership, onAdd, onAct, onOpen, tools, below, eventAction } = props
  const headingId = useId()
  const zone = calendar.time_zone
  const today = useToday(zone)
  const viewQuery = useViewQuery()
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
      membership={membership}
      onEdit={() => onAct('edit', event)}
      onDelete={() => onAct('delete', event)}
      onDuplicate={() => onAct('duplicate', event)}
      onMove={() => onAct('move', event)}
      onSendAlert={() => onAct('alert', event)}
      onOpen={(title) => onOpen(event, title)}
      action={eventAction?.(event)}
      isBrief={viewQuery.view === 'agenda'}
    />
  )

  const choose = useShowDay(zone)

  function add(chosen: Day, times?: { startTime: string; endTime: string }) {
    onAdd(chosen < today ? today : chosen, times)
  }

  const mayAdd = canAddEvent(membership)
  const box = useRef<HTMLDivElement>(null)
  const [isPointed, setIsPointed] = useState(false)
  const days = { day, today, item, onOpen }
  const hours = (
    <Suspense fallback={<EventsSkeleton />}>
      {shown ? (
        <TimeGrid
          {...{ viewQuery, day, today, calendar }}
          events={shown.events}
          onOpen={({ id }, entry) => {
            const event = shown.events.find((each) => each.id === id)
            if (event) onOpen(event, entry)
          }}
          onAdd={mayAdd ? add : undefined}
        />
      ) : (
        <EventsSkeleton />
      )}
    </Suspense>
  )
  return (
    <ViewerZone>
      <div className={toolbar}>
        <Toolbar {...{ viewQuery, today, headingId }} picker={<MonthPicker {...{ viewQuery, today }} />}>
          {tools}
        </Toolbar>
      </div>
      <MountOnOpen open={isPointed}>
        <EventDrag
          {...{ box, calendar, membership }}
          events={shown?.events ?? []}
          onAsk={(event, target) => onAct('move', event, target)}
        />
      </MountOnOpen>
      {error && <LoadFailed onRetry={() => refetch()} />}
      <div ref={box} onPointerEnter={(pointer) => setIsPointed(pointer.pointerType !== 'touch')}>
        {viewQuery.search !== '' ? (
          <FoundEvents viewQuery={viewQuery} events={shown?.events} hasMore={shown?.hasMore ?? false} item={item} />
        ) : viewQuery.view === 'month' ? (
          <CalendarMonth
            {...days}
            calendar={calendar}
            events={data?.events ?? []}
            busy={!shown}
            labelledBy={headingId}
            onChoose={choose}
            onAdd={mayAdd ? (chosen) => add(chosen) : undefined}
          />
        ) : (
          <DaysView
            {...days}
            viewQuery={viewQuery}
            calendar={calendar}
            events={shown?.events}
            busy={!shown}
            fallback={<EventsSkeleton />}
            grid={viewQuery.view === 'agenda' ? undefined : hours}
            action={
              mayAdd &&
              viewQuery.view === 'day' && (
                <Button variant="secondary" className="mb-4" data-print="no" onClick={() => add(day)}>
                  <Plus aria-hidden="true" className="size-5" />
                  {eventTexts.addEvent}
                </Button>
              )
            }
          />
        )}
      </div>
      {(data || error) && below}
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

/** Returns today in the calendar's zone, updated when the tab gets visible again, perhaps after midnight. */
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
