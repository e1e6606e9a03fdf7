import { Clock, MapPin, Repeat, Text, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CategoryBadge } from '#web/features/calendar-view/category-mark.tsx'
import { LinkedText } from '#web/features/calendar-view/linked-text.tsx'
import { StatusBadge, StatusReason } from '#web/features/calendar-view/status-badge.tsx'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { useIsFull, useRepeatWords } from '#web/features/events/queries.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { panelTexts } from '#web/features/events/texts.ts'
import { classes } from '#web/ui/classes.ts'
import { AnchoredPopover } from '#web/ui/popover.tsx'
import { longDay } from '../../../domain/date-words.ts'
import { eventPath } from '../../../domain/event-path.ts'
import { placeWords, timeWords } from '../../../domain/event-words.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { shownStatus, takesPlace } from '../../../domain/statuses.ts'
import type { EventAction } from './event-action.ts'
import { DeliveryLine, EventActions } from './event-actions.tsx'
import { togetherTexts } from './together-texts.ts'
import { useTogether } from './use-together.ts'

interface EventPopoverProps {
  /** Null is closed. */
  opened: { event: CalendarEvent; anchor: HTMLElement } | null
  calendar: EventCalendar
  membership: Membership
  onAct: (action: EventAction, event: CalendarEvent) => void
  onClose: () => void
}

/** Shows an event beside its chip, with all that can be done to it. */
export function EventPopover({ opened, calendar, membership, onAct, onClose }: EventPopoverProps) {
  return (
    <AnchoredPopover anchor={opened?.anchor ?? null} labelledBy="popover-title" onClose={onClose}>
      {opened && (
        <Shown
          event={opened.event}
          calendar={calendar}
          membership={membership}
          onAct={(action) => {
            // The dialog that opens returns the focus to where it was: the event, not a button that is gone.
            opened.anchor.focus({ preventScroll: true })
            onAct(action, opened.event)
          }}
        />
      )}
    </AnchoredPopover>
  )
}

interface ShownProps extends Pick<EventPopoverProps, 'calendar' | 'membership'> {
  event: CalendarEvent
  onAct: (action: EventAction) => void
}

function Shown({ event, calendar, membership, onAct }: ShownProps) {
  const repeats = useRepeatWords(event)
  const isFull = useIsFull(event.id)
  const together = useTogether(event.id)
  const place = placeWords(event)
  const status = shownStatus(event, isFull)
  return (
    <>
      <div className="flex items-center gap-2">
        <CategoryBadge category={event.category} />
        <StatusBadge status={status} />
        <Popover.Close
          aria-label={quickTexts.close}
          className="-my-2 -mr-2 ml-auto grid size-10 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </Popover.Close>
      </div>
      <h2
        id="popover-title"
        className={classes('mt-3 text-[1.375rem] wrap-anywhere', !takesPlace(status) && 'line-through')}
      >
        {event.title}
      </h2>
      <StatusReason event={event} />
      <div className="mt-3 space-y-2 text-sm">
        <Line icon={<Clock aria-hidden="true" className="size-4.5" />}>
          <span className="block font-semibold">{longDay(event.event_date)}</span>
          <span className="block">{timeWords(event, calendar.time_zone)}</span>
        </Line>
        {event.series_id && (
          <Line icon={<Repeat aria-hidden="true" className="size-4.5" />}>{repeats ?? panelTexts.repeats}</Line>
        )}
        {place && <Line icon={<MapPin aria-hidden="true" className="size-4.5" />}>{place}</Line>}
        {event.description && (
          <Line icon={<Text aria-hidden="true" className="size-4.5" />}>
            <span className="line-clamp-4 whitespace-pre-line text-muted">
              <LinkedText>{event.description}</LinkedText>
            </span>
          </Line>
        )}
        {together && <p className="wrap-anywhere">{together}</p>}
      </div>
      <DeliveryLine className="mt-4" event={event} calendar={calendar} isAdmin={canAddEvent(membership)} />
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Link to={eventPath(calendar, event.id)} className="link">
          {quickTexts.page}
        </Link>
        {/* Nobody comes to an alert. */}
        {canAddEvent(membership) && event.category !== 'Alert' && (
          <>
            <Link to={`/calendars/${calendar.id}/events/${event.id}/rsvp`} className="link">
              {quickTexts.rsvp}
            </Link>
            <Link to={`/calendars/${calendar.id}/events/${event.id}/slots`} className="link">
              {quickTexts.slots}
            </Link>
            <Link to={`/calendars/${calendar.id}/events/${event.id}/cohosts`} className="link">
              {togetherTexts.link}
            </Link>
          </>
        )}
      </p>
      <EventActions className="mt-4" event={event} calendar={calendar} membership={membership} onAct={onAct} />
    </>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5 wrap-anywhere">
      <span className="mt-px text-muted">{icon}</span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
