import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { noticeTexts } from './notice-texts.ts'
import { useSendAlert } from './notices.ts'

interface SendAlertDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  onClose: () => void
}

/** Confirms sending an alert, which cannot be undone. */
export function SendAlertDialog({ event, calendar, onClose }: SendAlertDialogProps) {
  const send = useSendAlert()
  return (
    <AlertDialog
      open={event !== null}
      onClose={onClose}
      title={noticeTexts.alertTitle}
      description={event && noticeTexts.alertBody(event.title, calendar.name)}
      confirm={send.isPending ? noticeTexts.alertSending : noticeTexts.alertConfirm}
      working={send.isPending}
      onConfirm={() => event && send.mutate(event, { onSettled: onClose })}
    />
  )
}
