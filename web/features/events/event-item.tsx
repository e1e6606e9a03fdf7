import { Clock, MapPin, Pencil, Trash2 } from 'lucide-react'
import { clockRange } from '#domain/date-words.ts'
import { canChangeEvent, type Standing } from '#domain/roles.ts'
import { CategoryBadge } from '#web/ui/category-mark.tsx'
import type { CalendarEvent } from './event.ts'
import { panelTexts } from './texts.ts'

interface EventItemProps {
  event: CalendarEvent
  zone: string
  standing: Standing
  onEdit: () => void
  onDelete: () => void
}

export function EventItem({ event, zone, standing, onEdit, onDelete }: EventItemProps) {
  const { title, description, category, start_time, end_time, include_in_mailer } = event
  const place = [event.location_name, event.location].filter(Boolean).join(', ')
  return (
    <li className="rounded-xl border border-line p-4">
      <div className="flex items-start gap-2">
        <div className="mr-auto flex flex-wrap items-center gap-2 pt-1">
          <CategoryBadge category={category} />
          {!include_in_mailer && <span className="text-xs text-muted">{panelTexts.notMailed}</span>}
        </div>
        <div className="-mt-1 -mr-2 flex" data-print="no">
          {canChangeEvent(standing, event) && (
            <button type="button" aria-label={panelTexts.edit(title)} onClick={onEdit} className={iconButton}>
              <Pencil aria-hidden="true" className="size-4.5" />
            </button>
          )}
          {canChangeEvent(standing, event) && (
            <button type="button" aria-label={panelTexts.delete(title)} onClick={onDelete} className={iconButton}>
              <Trash2 aria-hidden="true" className="size-4.5" />
            </button>
          )}
        </div>
      </div>
      <h3 className="mt-2 text-lg leading-snug wrap-anywhere">{title}</h3>
      <p className="mt-1 flex items-center gap-1.5 text-sm">
        <Clock aria-hidden="true" className="size-4 shrink-0 text-muted" />
        {clockRange(start_time, end_time, zone)}
      </p>
      {place && (
        <p className="mt-1 flex items-start gap-1.5 text-sm wrap-anywhere">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          {place}
        </p>
      )}
      {description && <p className="mt-2 text-sm whitespace-pre-line text-muted wrap-anywhere">{description}</p>}
    </li>
  )
}

const iconButton = 'grid size-10 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink'
