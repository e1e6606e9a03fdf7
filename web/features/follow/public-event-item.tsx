import { Clock, MapPin } from 'lucide-react'
import { clockRange } from '#domain/date-words.ts'
import { CategoryBadge } from '#web/ui/category-mark.tsx'
import type { PublicEvent } from './public-calendar.ts'

export function PublicEventItem({ event, zone }: { event: PublicEvent; zone: string }) {
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-lg leading-snug font-semibold">{event.title}</p>
        <CategoryBadge category={event.category} />
      </div>
      <p className="mt-1 flex items-center gap-1.5 text-muted">
        <Clock aria-hidden="true" className="size-4 shrink-0" />
        <time dateTime={event.start_time}>{clockRange(event.start_time, event.end_time, zone)}</time>
      </p>
      {(event.location_name || event.location) && (
        <p className="mt-0.5 flex items-start gap-1.5 text-muted">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          <span className="min-w-0">{[event.location_name, event.location].filter(Boolean).join(', ')}</span>
        </p>
      )}
      {event.description && <p className="mt-1.5 whitespace-pre-line">{event.description}</p>}
    </li>
  )
}
