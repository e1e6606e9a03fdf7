import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicEvent } from '#domain/event-columns.ts'
import { eventPath } from '#domain/event-path.ts'
import { placeWords } from '#domain/event-words.ts'
import { takesPlace } from '#domain/statuses.ts'
import { CategoryBadge } from '#web/features/calendar-view/category-mark.tsx'
import { EventImage } from '#web/features/calendar-view/event-image.tsx'
import { EventLink } from '#web/features/calendar-view/event-link.tsx'
import { EventTime } from '#web/features/calendar-view/event-time.tsx'
import { LinkedText } from '#web/features/calendar-view/linked-text.tsx'
import { StatusBadge, StatusReason } from '#web/features/calendar-view/status-badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'

interface PublicEventItemProps {
  event: PublicEvent
  calendar: { id: string; time_zone: string }
  action?: ReactNode
  /** False in the list of a month, which is long. */
  withImage?: boolean
}

export function PublicEventItem({ event, calendar, action, withImage = true }: PublicEventItemProps) {
  return (
    <li className="flow-root">
      {withImage && <EventImage event={event} calendarId={calendar.id} variant="beside" />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className={classes('text-lg leading-snug font-semibold', !takesPlace(event.status) && 'line-through')}>
          <Link to={eventPath(calendar, event.id)} className="no-underline hover:underline">
            {event.title}
          </Link>
        </p>
        <StatusBadge status={event.status} />
        <CategoryBadge category={event.category} />
      </div>
      <StatusReason event={event} />
      <EventTime event={event} zone={calendar.time_zone} className="mt-1 text-muted" />
      {placeWords(event) && (
        <p className="mt-0.5 flex items-start gap-1.5 text-muted">
          <SheetIcon name="map-pin" className="mt-1 size-4 shrink-0" />
          <span className="min-w-0">{placeWords(event)}</span>
        </p>
      )}
      <EventLink event={event} />
      {event.description && (
        <p className="mt-1.5 whitespace-pre-line">
          <LinkedText>{event.description}</LinkedText>
        </p>
      )}
      {action}
    </li>
  )
}
