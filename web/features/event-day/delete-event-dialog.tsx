import { useState } from 'react'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { useDeleteEvent } from '#web/features/events/mutations.ts'
import { noticeTexts } from '#web/features/events/notice-texts.ts'
import { useNotifiedCount } from '#web/features/events/queries.ts'
import { repeatTexts } from '#web/features/events/repeat-texts.ts'
import { ScopeChoice } from '#web/features/events/scope-choice.tsx'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import type { EventScope } from '../../../domain/recurrence/edit.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { togetherTexts } from './together-texts.ts'
import { useTogether } from './use-together.ts'

interface DeleteEventDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  membership: Membership
  onClose: () => void
}

const scopes: EventScope[] = ['this', 'following', 'all']

export function DeleteEventDialog({ event, calendar, membership, onClose }: DeleteEventDialogProps) {
  const remove = useDeleteEvent(calendar)
  const [scope, setScope] = useState<EventScope>('this')
  const [notify, setNotify] = useState(true)
  const notifiedCount = useNotifiedCount(event?.id)
  const together = useTogether(event?.id)
  const canNotify = event !== null && notifiedCount > 0 && Date.parse(event.end_time) > Date.now()

  function close() {
    setScope('this')
    setNotify(true)
    onClose()
  }

  return (
    <AlertDialog
      open={event !== null}
      onClose={close}
      title={eventTexts.deleteEvent}
      description={event && dialogTexts.deleteBody(event.title, event.event_date)}
      confirm={remove.isPending ? dialogTexts.deleting : eventTexts.deleteEvent}
      working={remove.isPending}
      onConfirm={() => event && remove.mutate({ event, scope, notify: canNotify && notify }, { onSuccess: close })}
    >
      {together && <p className="mt-4">{togetherTexts.stays(together)}</p>}
      {event?.series_id && canAddEvent(membership) && (
        <ScopeChoice legend={repeatTexts.scope.delete} scopes={scopes} value={scope} onChange={setScope} />
      )}
      {canNotify && (
        <Checkbox
          className="mt-4"
          checked={notify}
          onChange={(changed) => setNotify(changed.target.checked)}
          label={noticeTexts.tellDeleted(notifiedCount)}
        />
      )}
    </AlertDialog>
  )
}
