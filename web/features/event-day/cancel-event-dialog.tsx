import { useState } from 'react'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { useQuickChange } from '#web/features/events/mutations.ts'
import { noticeTexts } from '#web/features/events/notice-texts.ts'
import { NotifyChoice } from '#web/features/events/notify-choice.tsx'
import { useNotifiedCount } from '#web/features/events/queries.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { ScopeChoice } from '#web/features/events/scope-choice.tsx'
import { dialogTexts } from '#web/features/events/texts.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { longDay } from '../../../domain/date-words.ts'
import { EVENT_STATUS_REASON_MAX } from '../../../domain/limits.ts'
import type { EventScope } from '../../../domain/recurrence/edit.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { eventFieldNames } from '../../../domain/texts/event-fields.ts'

interface CancelEventDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  membership: Membership
  onClose: () => void
}

/** Marks an event as cancelled. It stays on the calendar. */
export function CancelEventDialog({ event, calendar, membership, onClose }: CancelEventDialogProps) {
  const change = useQuickChange(calendar)
  const [scope, setScope] = useState<EventScope>('this')
  const [notify, setNotify] = useState(true)
  const [reason, setReason] = useState('')
  const notified = useNotifiedCount(event?.id)

  function close() {
    setScope('this')
    setNotify(true)
    setReason('')
    onClose()
  }

  function cancel() {
    if (!event) return
    const willNotify = notified > 0 && notify
    const { title } = quickTexts.cancelled
    const said = willNotify ? { title, body: noticeTexts.saved(scope === 'this' ? notified : null).body } : { title }
    const fields = { status: 'cancelled', status_reason: reason } as const
    change.mutate({ event, scope, notify: willNotify, fields, said }, { onSuccess: close })
  }

  return (
    <AlertDialog
      open={event !== null}
      onClose={close}
      title={quickTexts.cancelTitle}
      description={event && quickTexts.cancelBody(event.title, longDay(event.event_date))}
      confirm={change.isPending ? quickTexts.cancelling : quickTexts.cancelEvent}
      keep={quickTexts.keepEvent}
      working={change.isPending}
      onConfirm={cancel}
    >
      <InputField
        label={eventFieldNames.statusReason}
        hint={dialogTexts.statusReasonHint}
        className="mt-4"
        autoComplete="off"
        maxLength={EVENT_STATUS_REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {event?.series_id && canAddEvent(membership) && (
        <ScopeChoice legend={quickTexts.cancelScope} scopes={scopes} value={scope} onChange={setScope} />
      )}
      {notified > 0 && (
        <div className="mt-4">
          <NotifyChoice count={notified} value={notify} onChange={setNotify} />
        </div>
      )}
    </AlertDialog>
  )
}

const scopes: EventScope[] = ['this', 'following', 'all']
