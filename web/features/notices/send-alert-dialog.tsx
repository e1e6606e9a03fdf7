import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { noticeTexts } from '#web/features/events/notice-texts.ts'
import { useAlertPeople } from '#web/features/events/queries.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { isConfirmed, needsConfirming } from '../../../domain/alerts.ts'
import { useSendAlert } from './notices.ts'

interface SendAlertDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  onClose: () => void
}

/** Confirms sending an alert, which then waits ten seconds; above 500 people with their number. */
export function SendAlertDialog({ event, calendar, onClose }: SendAlertDialogProps) {
  const navigate = useNavigate()
  const send = useSendAlert(calendar.id, (id) => navigate(`/calendars/${calendar.id}/alert?held=${id}`))
  const people = useAlertPeople(calendar.id, event !== null)
  const [typed, setTyped] = useState('')
  const isLarge = needsConfirming(people)
  return (
    <AlertDialog
      open={event !== null}
      onClose={onClose}
      title={noticeTexts.alertTitle(calendar.name)}
      description={event && noticeTexts.alertBody(event.title, calendar.name)}
      confirm={send.isPending ? noticeTexts.alertSending : noticeTexts.alertConfirm(people)}
      working={send.isPending}
      reason={
        isLarge && !isConfirmed(typed, people, calendar.name)
          ? { says: noticeTexts.alertPeople(people, calendar.name), field: 'typed' }
          : null
      }
      onConfirm={() => event && send.mutate({ event, people }, { onSettled: onClose })}
    >
      {isLarge && (
        <InputField
          label={noticeTexts.alertPeople(people, calendar.name)}
          name="typed"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </AlertDialog>
  )
}
