import { BellRing, CheckCheck, CopyPlus, Move, Pencil, Send } from 'lucide-react'
import { type CalendarEvent, canBeSentNow, canEdit, canMove, type EventCalendar } from '#web/features/events/event.ts'
import { useDelivery, useMailer, useWaitingEvents } from '#web/features/events/queries.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { panelTexts } from '#web/features/events/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { canAddEvent, canChangeEvent, type Membership } from '../../../domain/roles.ts'
import { deliveryWords } from './delivery-words.ts'
import type { EventAction } from './event-action.ts'

interface DeliveryLineProps {
  event: CalendarEvent
  calendar: EventCalendar
  isAdmin: boolean
  className?: string
}

/** Says whether an event was sent and to how many, or when it will be. */
export function DeliveryLine({ event, calendar, isAdmin, className }: DeliveryLineProps) {
  const mailer = useMailer(calendar.id, isAdmin)
  const delivery = useDelivery(event.id)
  const waitsUntil = useWaitingEvents(calendar.id).find(({ event_id }) => event_id === event.id)?.due_at
  const place = { zone: calendar.time_zone, now: new Date() }
  const said = delivery && deliveryWords({ event, mailer, ...delivery, waitsUntil, ...place })
  return (
    // Its line is there from the start, so that nothing moves when the numbers arrive.
    <p
      className={classes(
        'flex min-h-10 items-center gap-2.5 rounded-lg px-3 py-2 text-sm',
        said?.isSent ? 'bg-ok-soft text-ok' : 'bg-sunk',
        className,
      )}
    >
      {said?.isSent ? (
        <CheckCheck aria-hidden="true" className="size-4.5 shrink-0" />
      ) : (
        <Send aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
      )}
      <span className="font-semibold">{said?.words}</span>
    </p>
  )
}

interface EventActionsProps {
  event: CalendarEvent
  calendar: EventCalendar
  membership: Membership
  onAct: (action: EventAction) => void
  className?: string
}

/** All that somebody may do to an event, each as a button. */
export function EventActions({ event, calendar, membership, onAct, className }: EventActionsProps) {
  const isSent = (useDelivery(event.id)?.sent ?? 0) > 0
  const canAdd = canAddEvent(membership)
  const canChange = canChangeEvent(membership, event)
  const isMovable = canMove(event, membership)
  return (
    <div className={classes('flex flex-wrap gap-2 empty:hidden', className)}>
      {canEdit(event, membership, calendar.time_zone) && (
        <Button size="small" data-key="e" onClick={() => onAct('edit')}>
          <Pencil aria-hidden="true" className="size-4" />
          {quickTexts.edit}
        </Button>
      )}
      {canAdd && (
        <Button size="small" variant="secondary" onClick={() => onAct('duplicate')}>
          <CopyPlus aria-hidden="true" className="size-4" />
          {quickTexts.duplicate}
        </Button>
      )}
      {isMovable && (
        <Button size="small" variant="secondary" onClick={() => onAct('move')}>
          <Move aria-hidden="true" className="size-4" />
          {quickTexts.move}
        </Button>
      )}
      {canAdd && isSent && canBeSentNow(event) && (
        <>
          <ButtonLink
            size="small"
            variant="secondary"
            to={`/calendars/${calendar.id}/alert?kind=update&event=${event.id}`}
          >
            {panelTexts.alertUpdate}
          </ButtonLink>
          <ButtonLink
            size="small"
            variant="secondary"
            to={`/calendars/${calendar.id}/alert?kind=all_clear&event=${event.id}`}
          >
            {panelTexts.alertClear}
          </ButtonLink>
        </>
      )}
      {canAdd && !isSent && canBeSentNow(event) && (
        <Button size="small" variant="secondary" onClick={() => onAct('alert')}>
          <BellRing aria-hidden="true" className="size-4" />
          {panelTexts.sendNow}
        </Button>
      )}
      {isMovable && event.status !== 'cancelled' && (
        <Button size="small" variant="quietDanger" onClick={() => onAct('cancel')}>
          {quickTexts.cancel}
        </Button>
      )}
      {canChange && (
        <Button size="small" variant="quietDanger" onClick={() => onAct('delete')}>
          {quickTexts.delete}
        </Button>
      )}
    </div>
  )
}
