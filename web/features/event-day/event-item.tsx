import { BellRing, MapPin, Repeat } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { useMemberImage } from '#web/api/member-image.ts'
import { CategoryName, edgeOf, inkOf } from '#web/features/calendar-view/category-mark.tsx'
import { EventImage } from '#web/features/calendar-view/event-image.tsx'
import { EventLink } from '#web/features/calendar-view/event-link.tsx'
import { EventTime } from '#web/features/calendar-view/event-time.tsx'
import { LinkedText } from '#web/features/calendar-view/linked-text.tsx'
import { isPlainClick } from '#web/features/calendar-view/plain-click.ts'
import { StatusBadge, StatusReason } from '#web/features/calendar-view/status-badge.tsx'
import { type CalendarEvent, canBeSentNow, canEdit, canMove } from '#web/features/events/event.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { panelTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { eventPath } from '../../../domain/event-path.ts'
import { placeWords } from '../../../domain/event-words.ts'
import { canAddEvent, canChangeEvent, type Membership } from '../../../domain/roles.ts'
import { shownStatus, takesPlace } from '../../../domain/statuses.ts'

const SentNote = lazyExport(() => import('./sent-note.tsx'), 'SentNote')

interface EventItemProps {
  event: CalendarEvent
  calendar: { id: string; time_zone: string; disabled: boolean }
  membership: Membership
  onEdit: () => void
  onDelete: () => void
  onDuplicate: () => void
  onMove: () => void
  onSendAlert: () => void
  /** A click on the title that the browser is not asked to open in a new tab. */
  onOpen: (title: HTMLElement) => void
  /** A further action. */
  action?: ReactNode
  /** On phones the title leads to what can be done. */
  isBrief?: boolean
}

export function EventItem(props: EventItemProps) {
  const { event, calendar, membership, onEdit, onDelete, onDuplicate, onMove, onSendAlert, onOpen, action, isBrief } =
    props
  const { title, description, category, include_in_mailer } = event
  const status = shownStatus(event)
  const place = placeWords(event)
  const imageSrc = useMemberImage(calendar, event.image)
  return (
    <li className={classes('flow-root border-l-3 pl-3', edgeOf(category))}>
      <div className="float-right ml-3">
        <CategoryName category={category} />
      </div>
      <EventTime
        isPlain
        event={event}
        zone={calendar.time_zone}
        className={classes('text-sm font-semibold', inkOf(category))}
      />
      <EventImage event={event} calendarId={calendar.id} src={imageSrc} variant="beside" />
      <h3 className={classes('text-lg leading-snug wrap-anywhere', !takesPlace(status) && 'line-through')}>
        <Link
          to={eventPath(calendar, event.id)}
          className="no-underline hover:underline"
          onClick={(click) => {
            if (!isPlainClick(click)) return
            click.preventDefault()
            onOpen(click.currentTarget)
          }}
        >
          {title}
        </Link>
      </h3>
      <div className="flex flex-wrap items-center gap-x-2">
        <StatusBadge status={status} />
        {!include_in_mailer && category !== 'Alert' && (
          <span className="text-xs text-muted">{panelTexts.notMailed}</span>
        )}
        <Suspense>
          <SentNote event={event} calendarId={calendar.id} />
        </Suspense>
      </div>
      <StatusReason event={event} />
      {event.series_id && (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
          <Repeat aria-hidden="true" className="size-4 shrink-0" />
          {panelTexts.repeats}
        </p>
      )}
      {place && (
        <p className="mt-1 flex items-start gap-1.5 text-sm wrap-anywhere">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          {place}
        </p>
      )}
      <EventLink event={event} className="text-sm" />
      {description && (
        <p className="mt-2 text-sm whitespace-pre-line text-muted wrap-anywhere">
          <LinkedText>{description}</LinkedText>
        </p>
      )}
      {action}
      {canAddEvent(membership) && canBeSentNow(event) && (
        <Button variant="secondary" size="small" className="mt-3 flex! w-fit" data-print="no" onClick={onSendAlert}>
          <BellRing aria-hidden="true" className="size-4.5" />
          {panelTexts.sendNow}
        </Button>
      )}
      <div className={classes('mt-1 -ml-1.5 flex flex-wrap', isBrief && 'max-sm:hidden')} data-print="no">
        {canEdit(event, membership, calendar.time_zone) && (
          <button type="button" data-key="e" aria-label={panelTexts.edit(title)} onClick={onEdit} className={word}>
            {quickTexts.edit}
          </button>
        )}
        {canAddEvent(membership) && (
          <button type="button" aria-label={panelTexts.duplicate(title)} onClick={onDuplicate} className={word}>
            {quickTexts.duplicate}
          </button>
        )}
        {canMove(event, membership) && (
          <button
            type="button"
            aria-label={quickTexts.moveOf(title)}
            onClick={onMove}
            className={classes(word, 'max-sm:hidden')}
          >
            {quickTexts.move}
          </button>
        )}
        {canChangeEvent(membership, event) && (
          <button type="button" aria-label={panelTexts.delete(title)} onClick={onDelete} className={word}>
            {quickTexts.delete}
          </button>
        )}
      </div>
    </li>
  )
}

const word =
  'min-h-9 max-sm:min-h-11 rounded-lg px-1.5 text-[0.8125rem] font-semibold text-muted hover:bg-sunk hover:text-ink'
